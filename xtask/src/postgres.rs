//! PostgreSQL for the tests and the benchmark of databases: Debian's package, where root may install it. Elsewhere they say
//! that they leave it out.

use crate::setup::works;
use std::{
    fs,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

/// Installs PostgreSQL if it is missing, this is root, and the system has apt.
pub fn setup() {
    if works("initdb") || programs().is_some() {
        return;
    }
    let user = Command::new("id").arg("-u").output();
    let is_root = user.is_ok_and(|output| output.stdout == b"0\n");
    if !(is_root && works("apt-get")) {
        eprintln!(
            "xtask: SKIPPED PostgreSQL in the tests of databases: it is not installed, and only root may do that"
        );
        return;
    }
    eprintln!("xtask: installing PostgreSQL by apt, for the tests of databases");
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.env("DEBIAN_FRONTEND", "noninteractive").args(arguments);
        command.stdout(Stdio::null()).stderr(Stdio::null()).stdin(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let install = ["install", "-y", "--no-install-recommends", "postgresql"];
    let is_installed = apt(&install) || (apt(&["update"]) && apt(&install));
    if !is_installed {
        eprintln!("xtask: SKIPPED PostgreSQL in the tests of databases: apt cannot install it");
    }
}

/// Where Debian has the server's programs, the newest if there are several.
fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let folders = versions.map(|entry| entry.path().join("bin")).filter(|bin| bin.join("initdb").is_file());
    folders.max()
}

/// A server of the benchmark, on a free port, with its data in a folder of its own. It ends with the value.
pub struct Server {
    child: Child,
    port: u16,
}

impl Server {
    /// Starts a server; none where PostgreSQL is not installed.
    pub fn start(folder: &Path) -> Option<Self> {
        let data = folder.join("postgres");
        let _ = fs::remove_dir_all(&data);
        fs::create_dir_all(&data).ok()?;
        // The server refuses to run as root.
        let is_given = Command::new("chown").arg("postgres").arg(&data).stderr(Stdio::null()).status();
        let is_root = is_given.is_ok_and(|status| status.success());
        let server_program = |name: &str| {
            let path = programs().map_or_else(|| PathBuf::from(name), |folder| folder.join(name));
            let mut command = Command::new(if is_root { Path::new("setpriv") } else { &path });
            if is_root {
                command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(&path);
            }
            command.current_dir(&data).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            command
        };
        let cluster = data.join("data");
        let arguments = ["-A", "trust", "-U", "shop", "-E", "UTF8", "--locale=C", "-D"];
        let made = server_program("initdb").args(arguments).arg(&cluster).status();
        made.ok().filter(|status| status.success())?;
        let port = TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
        let mut server = server_program("postgres");
        server.arg("-D").arg(&cluster).arg("-k").arg(&data).args(["-p", &port.to_string()]);
        let child = server.args(["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"]).spawn().ok()?;
        let server = Self { child, port };
        for _ in 0..600 {
            if server.psql().args(["-c", "SELECT 1"]).status().is_ok_and(|status| status.success()) {
                return Some(server);
            }
            thread::sleep(Duration::from_millis(100));
        }
        None
    }

    /// The address of its database.
    pub fn address(&self) -> String {
        format!("postgres://shop@127.0.0.1:{}/postgres", self.port)
    }

    /// The program that runs statements there.
    pub fn psql(&self) -> Command {
        let mut command =
            Command::new(programs().map_or_else(|| "psql".into(), |folder| folder.join("psql")));
        command.arg(self.address()).args(["-q", "-v", "ON_ERROR_STOP=1"]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A quick end, in order: its own processes end with it.
        let asked = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status();
        if !asked.is_ok_and(|status| status.success()) {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}
