//! Amounts of memory: as they are typed, and what the machine has.

use std::fs;

/// Reads an amount such as `500M`, `2G` or `1.5GB`. A bare number is in bytes.
pub fn bytes(text: &str) -> Result<u64, String> {
    let wrong = || "expected an amount such as 500M or 2G".to_string();
    let lower = text.trim().to_ascii_lowercase();
    let plain = lower.strip_suffix("ib").or_else(|| lower.strip_suffix('b')).unwrap_or(&lower);
    let (number, unit) = match plain.char_indices().last() {
        Some((at, 'k')) => (&plain[..at], 1u64 << 10),
        Some((at, 'm')) => (&plain[..at], 1 << 20),
        Some((at, 'g')) => (&plain[..at], 1 << 30),
        Some((at, 't')) => (&plain[..at], 1 << 40),
        _ => (plain, 1),
    };
    let number: f64 = number.trim().parse().map_err(|_| wrong())?;
    let amount = number * unit as f64;
    if !(amount.is_finite() && amount >= 0.0) {
        return Err(wrong());
    }
    // The program itself and its solver need some, and would only fail in strange ways.
    if amount < (64u64 << 20) as f64 {
        return Err("xfold and its solver need 64M at least".to_string());
    }
    Ok(amount as u64)
}

/// Half of the memory that this machine, or the container it is, has; none if that cannot be known.
pub fn half_of_the_machine() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| total(&text));
    let container =
        fs::read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|text| text.trim().parse().ok());
    let all: Option<u64> = [machine, container].into_iter().flatten().min();
    all.map(|bytes| bytes / 2)
}

/// `MemTotal:       24000000 kB`
fn total(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts() {
        assert_eq!(bytes("500M"), Ok(500 << 20));
        assert_eq!(bytes("2G"), Ok(2 << 30));
        assert_eq!(bytes("1.5gb"), Ok(3 << 29));
        assert_eq!(bytes("64 MiB"), Ok(64 << 20));
        assert_eq!(bytes("100000000"), Ok(100_000_000));
        for wrong in ["", "G", "lots", "-1G", "5", "NaN", "5X"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn memory_of_the_machine() {
        assert_eq!(total("MemTotal:       24000 kB\nMemFree: 1 kB\n"), Some(24000 * 1024));
        assert_eq!(total(""), None);
    }
}
