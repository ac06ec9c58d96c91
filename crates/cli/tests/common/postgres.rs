//! A PostgreSQL server for one test: the real one, on a free port, with its data in a temporary folder.

use std::{
    fs,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// How long a server may take to start on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that ends with the test.
pub struct Server {
    child: Child,
    port: u16,
    _folder: TempDir,
}

impl Server {
    /// Starts a server; none where PostgreSQL is not installed.
    pub fn start() -> Option<Self> {
        let programs = programs()?;
        let folder =
            tempfile::Builder::new().prefix("xfold-pg-").tempdir_in("/tmp").expect("there is a folder");
        let data = folder.path().join("data");
        let user = other_user(folder.path());
        let run = |program: &str| {
            let mut command = Command::new(programs.join(program));
            command
                .current_dir(folder.path())
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            if let Some((user, group)) = user {
                use std::os::unix::process::CommandExt;
                command.uid(user).gid(group);
            }
            command
        };
        let mut made = run("initdb");
        made.args(["-A", "trust", "-U", "shop", "-E", "UTF8", "--locale=C", "-D"]).arg(&data);
        assert!(made.status().expect("initdb starts").success(), "initdb makes a folder");
        let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
        let port = listener.local_addr().expect("it has one").port();
        drop(listener);
        let mut server = run("postgres");
        server.arg("-D").arg(&data).arg("-k").arg(folder.path()).args(["-p", &port.to_string()]);
        server.args(["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"]);
        let child = server.spawn().expect("postgres starts");
        let server = Self { child, port, _folder: folder };
        let started = Instant::now();
        while postgres::Client::connect(&server.address("postgres"), postgres::NoTls).is_err() {
            assert!(started.elapsed() < PATIENCE, "the server does not answer");
            std::thread::sleep(Duration::from_millis(50));
        }
        Some(server)
    }

    /// The address of a database.
    pub fn address(&self, database: &str) -> String {
        format!("postgres://shop:secret@127.0.0.1:{}/{database}", self.port)
    }

    /// Makes a database of statements.
    pub fn fill(&self, database: &str, statements: &[String]) -> postgres::Client {
        let mut client =
            postgres::Client::connect(&self.address("postgres"), postgres::NoTls).expect("it answers");
        client.batch_execute(&format!("CREATE DATABASE {database}")).expect("it can be made");
        let mut client =
            postgres::Client::connect(&self.address(database), postgres::NoTls).expect("it answers");
        client.batch_execute(&statements.join("\n")).expect("the statements are right");
        client
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

/// The folder with the server's programs.
fn programs() -> Option<PathBuf> {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = debian.map(|entry| entry.path().join("bin")).collect();
    folders.sort();
    folders.reverse();
    let all = folders.into_iter().chain(std::env::split_paths(&paths));
    all.into_iter().find(|folder| folder.join("initdb").is_file() && folder.join("postgres").is_file())
}

/// PostgreSQL refuses to run as root: the user and group to run as in that case, to whom the folder then belongs.
fn other_user(folder: &Path) -> Option<(u32, u32)> {
    use std::os::unix::fs::{MetadataExt, chown};
    if fs::metadata(folder).expect("it is there").uid() != 0 {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").expect("the system has users");
    let of = |name: &str| {
        let line = users.lines().find(|line| line.starts_with(&format!("{name}:")))?;
        let mut fields = line.split(':').skip(2);
        Some((fields.next()?.parse::<u32>().ok()?, fields.next()?.parse::<u32>().ok()?))
    };
    let (user, group) = of("postgres").or_else(|| of("nobody")).expect("there is a user without rights");
    chown(folder, Some(user), Some(group)).expect("root may give it away");
    Some((user, group))
}
