//! What is asked of the operating system: a bound on a worker's memory, signals that are ignored, an exit without clean-up.

/// The processor time of this process so far, over all its threads; none where the system does not tell.
pub fn cpu_time() -> Option<std::time::Duration> {
    #[cfg(unix)]
    {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the structure is a local, which the call fills.
        let code = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
        let seconds = u64::try_from(time.tv_sec).ok()?;
        let nanoseconds = u32::try_from(time.tv_nsec).ok()?;
        (code == 0).then(|| std::time::Duration::new(seconds, nanoseconds))
    }
    #[cfg(not(unix))]
    None
}

/// The bytes of a page of memory.
pub(crate) fn page_size() -> u64 {
    #[cfg(unix)]
    {
        // SAFETY: a question without arguments in memory.
        u64::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(0)
    }
    #[cfg(not(unix))]
    0
}

/// Bounds what this process may allocate from now on. Does nothing where the system has no such bound.
#[cfg(target_os = "linux")]
pub(crate) fn limit_memory(bytes: u64) {
    // Otherwise each thread of its own would reserve 64 MB for what it allocates, much or little.
    #[cfg(target_env = "gnu")]
    // SAFETY: two numbers; a refusal changes nothing.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 1);
    }
    // The bound is on the address space, so what is mapped already (libraries, stacks) comes on top.
    let mapped = std::fs::read_to_string("/proc/self/statm")
        .ok()
        .and_then(|statm| statm.split(' ').next().and_then(|pages| pages.parse::<u64>().ok()));
    let bytes = bytes.saturating_add(mapped.unwrap_or(0).saturating_mul(page_size()));
    let limit = libc::rlimit { rlim_cur: bytes as libc::rlim_t, rlim_max: bytes as libc::rlim_t };
    // SAFETY: the structure is a local. A refusal leaves the process without the bound, as on other systems.
    unsafe { libc::setrlimit(libc::RLIMIT_AS, &raw const limit) };
}

/// Bounds what this process may allocate from now on. Does nothing where the system has no such bound.
#[cfg(not(target_os = "linux"))]
pub(crate) fn limit_memory(_bytes: u64) {}

/// Ctrl-C in a terminal, its end, and what stops a service go to all processes of the group; it is the parent's to decide
/// what follows. A worker ends when its parent does, so nothing is left behind.
pub(crate) fn ignore_interrupts() {
    #[cfg(unix)]
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
        // SAFETY: no handler is installed, the signal is only ignored.
        unsafe {
            libc::signal(signal, libc::SIG_IGN);
        }
    }
}

/// Whether this process does not heed the end of its terminal, as `nohup` wants it.
pub fn ignores_hangup() -> bool {
    #[cfg(unix)]
    {
        // SAFETY: the structure is a local, which the call fills; a null pointer asks without a change.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            libc::sigaction(libc::SIGHUP, std::ptr::null(), &raw mut action) == 0
                && action.sa_sigaction == libc::SIG_IGN
        }
    }
    #[cfg(not(unix))]
    false
}

/// Lets this process not heed the end of its terminal.
pub fn ignore_hangup() {
    #[cfg(unix)]
    // SAFETY: no handler is installed, the signal is only ignored.
    unsafe {
        libc::signal(libc::SIGHUP, libc::SIG_IGN);
    }
}

/// Ends a child of this process that has not been waited for yet.
pub(crate) fn kill(process: u32) {
    #[cfg(unix)]
    if let Ok(process) = libc::pid_t::try_from(process) {
        // SAFETY: two numbers; if there is no such process, nothing happens.
        unsafe { libc::kill(process, libc::SIGKILL) };
    }
    #[cfg(not(unix))]
    let _ = process;
}

/// Ends this process at once, without the destructors of C++, which would meet a solver at work in another thread. What
/// was written and not flushed is lost.
pub fn end_at_once(code: u8) -> ! {
    // SAFETY: it takes a number and does not return.
    unsafe { libc::_exit(i32::from(code)) }
}
