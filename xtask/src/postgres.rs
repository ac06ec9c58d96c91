//! PostgreSQL for the tests of databases: Debian's package, where root may install it. Elsewhere the tests say that they
//! leave it out.

use crate::setup::works;
use std::{
    fs,
    process::{Command, Stdio},
};

/// Installs PostgreSQL if it is missing, this is root, and the system has apt.
pub fn setup() {
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    if works("initdb") || debian.into_iter().any(|entry| entry.path().join("bin/initdb").is_file()) {
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
