//! Tests of tables in an object store, with a server that speaks S3.

use crate::{
    python,
    setup::setup,
    tasks::{cargo, run_command},
};
use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
};

/// The server: a bucket, then its address on a line, until standard input ends.
const SERVER: &str = "
import sys, boto3
from moto.server import ThreadedMotoServer
server = ThreadedMotoServer(ip_address='127.0.0.1', port=0, verbose=False)
server.start()
host, port = server.get_host_and_port()
address = f'http://{host}:{port}'
keys = dict(aws_access_key_id='xfold', aws_secret_access_key='xfold', region_name='us-east-1')
boto3.client('s3', endpoint_url=address, **keys).create_bucket(Bucket='tables')
print(address, flush=True)
sys.stdin.read()
server.stop()
";
const PACKAGES: [&str; 2] = ["moto[s3,server]>=5", "boto3>=1.35"];

/// Builds the engines with object stores, and runs their tests beside a store.
pub fn test(root: &Path) -> Result<(), String> {
    setup(root)?;
    let python = python::with_packages(root, ".tools/stores", &PACKAGES)
        .ok_or("a server that speaks S3 cannot be installed")?;
    let mut server = Command::new(python)
        .args(["-c", SERVER])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|e| format!("the server does not start: {e}"))?;
    let mut address = String::new();
    let lines = server.stdout.take().ok_or("the server says nothing")?;
    BufReader::new(lines).read_line(&mut address).map_err(|e| e.to_string())?;
    let mut tests = cargo(root);
    tests.current_dir(root.join("cluster")).args(["test", "--features", "stores", "object_store"]).envs([
        ("AWS_ENDPOINT", address.trim()),
        ("AWS_ALLOW_HTTP", "true"),
        ("AWS_ACCESS_KEY_ID", "xfold"),
        ("AWS_SECRET_ACCESS_KEY", "xfold"),
        ("AWS_REGION", "us-east-1"),
    ]);
    let done = run_command(&mut tests, "cargo test --features stores object_store, in cluster");
    let _ = server.kill();
    let _ = server.wait();
    done
}
