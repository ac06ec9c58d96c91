//! What a scheduler tells about itself, beside Ballista's own services and on the same port: lines of text by HTTP.
//!
//! Ballista knows neither versions of xfold nor how far a job is. `GET /xfold` answers with the version and the number
//! of executors, `GET /xfold/jobs/ID` with the number of parts that are done.

use std::{io, str::FromStr, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// How long a scheduler may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a scheduler says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Greeting {
    pub(crate) version: String,
    pub(crate) n_executors: usize,
}

impl Greeting {
    pub(crate) fn text(&self) -> String {
        format!("{}\nexecutors {}\n", self.version, self.n_executors)
    }

    /// Asks the scheduler at this address (`host:port`).
    pub(crate) async fn ask(address: &str) -> Result<Self, String> {
        let text = get(address, "/xfold").await?;
        let mut lines = text.lines();
        let version = lines.next().filter(|line| line.starts_with("xfold ")).map(str::to_string);
        let n_executors = lines.next().and_then(|line| number_after("executors ", line));
        match (version, n_executors) {
            (Some(version), Some(n_executors)) => Ok(Self { version, n_executors }),
            _ => Err("something else than xfold answers there".into()),
        }
    }
}

/// How far a job is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct JobProgress {
    pub(crate) n_done: usize,
    pub(crate) n_executors: usize,
}

impl JobProgress {
    pub(crate) fn text(&self) -> String {
        format!("done {}\nexecutors {}\n", self.n_done, self.n_executors)
    }

    pub(crate) async fn ask(address: &str, job: &str) -> Result<Self, String> {
        let text = get(address, &format!("/xfold/jobs/{job}")).await?;
        let mut lines = text.lines();
        let n_done = lines.next().and_then(|line| number_after("done ", line));
        let n_executors = lines.next().and_then(|line| number_after("executors ", line));
        match (n_done, n_executors) {
            (Some(n_done), Some(n_executors)) => Ok(Self { n_done, n_executors }),
            _ => Err("something else than xfold answers there".into()),
        }
    }
}

fn number_after<N: FromStr>(word: &str, line: &str) -> Option<N> {
    line.strip_prefix(word)?.trim().parse().ok()
}

/// The body of a small page.
async fn get(address: &str, path: &str) -> Result<String, String> {
    let exchange = async {
        let mut stream = TcpStream::connect(address).await?;
        let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.take(64 << 10).read_to_end(&mut answer).await?;
        Ok::<_, io::Error>(answer)
    };
    let answer = match tokio::time::timeout(PATIENCE, exchange).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(error)) => return Err(error.to_string()),
        Err(_) => return Err(format!("no answer within {} s", PATIENCE.as_secs())),
    };
    let answer = String::from_utf8_lossy(&answer);
    match answer.split_once("\r\n\r\n") {
        Some((head, body)) if head.starts_with("HTTP/1.1 200 ") => Ok(body.to_string()),
        _ => Err("something else than xfold answers there".into()),
    }
}
