//! `clump run --metrics` of real jobs. What Prometheus' own parser reads, CI checks (xtask/src/ci/metrics_check.py).
mod common;
use common::{Running, clump, compiled, program, run, wait_until};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::OnceLock;

/// The program whose calls are known: crates/mpi/tests/sight/metered.c.
fn metered() -> &'static str {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    PROGRAM.get_or_init(|| compiled("mpi/tests/sight/metered.c"))
}

/// Starts a job of three ranks whose standard error goes to a file of `dir`. Returns it with its address.
fn start(dir: &Path) -> (Running, String) {
    let said = dir.join("said");
    let script = "exec \"$0\" run --metrics :0 -n 3 \"$1\" \"$2\" 2>\"$3\"";
    let job = program("sh").args(["-c", script]).arg(clump()).arg(metered()).arg(dir.join("go")).arg(&said).start();
    let mut address = String::new();
    wait_until("the launcher says where the metrics are", || {
        let text = std::fs::read_to_string(&said).unwrap_or_default();
        let found = text.split_once("http://").and_then(|(_, rest)| rest.split_once("/metrics\n"));
        found.map(|(at, _)| address = at.to_owned()).is_some()
    });
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    (job, address)
}

/// Sends bytes, and returns the whole answer.
fn ask(address: &str, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).expect("the launcher listens");
    stream.write_all(request).expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

/// Returns the lines of the metrics, whose form is checked: each sample belongs to the family declared before it.
fn metrics(address: &str) -> Vec<String> {
    let answer = ask(address, b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    assert!(head.starts_with("HTTP/1.1 200 OK\r\nContent-Type: application/openmetrics-text; version=1.0.0"), "{head}");
    assert!(head.contains(&format!("Content-Length: {}\r\n", body.len())), "{head}");
    assert!(body.ends_with("\n# EOF\n"), "{body}");
    let (mut name, mut kind) = (String::new(), String::new());
    let mut lines: Vec<String> = Vec::new();
    for line in body.lines() {
        if let Some(declared) = line.strip_prefix("# TYPE ") {
            let (of, is) = declared.split_once(' ').expect("a type");
            (name, kind) = (of.to_owned(), is.to_owned());
        } else if !line.starts_with('#') {
            let end = match kind.as_str() {
                "counter" => "_total",
                "info" => "_info",
                _ => "",
            };
            let sample = format!("{name}{end}");
            assert!(line.starts_with(&sample) && line[sample.len()..].starts_with(['{', ' ']), "{line} is no {sample}");
            let value: f64 = line.rsplit(' ').next().expect("a value").parse().expect("a number");
            assert!(value >= 0.0 && !lines.contains(&line.to_owned()), "{line}");
            lines.push(line.to_owned());
        }
    }
    lines
}

#[test]
fn numbers_of_a_running_job_are_served_and_the_server_ends_with_it() {
    let dir = tempfile::tempdir().expect("a directory");
    let (job, address) = start(dir.path());
    let mut lines = Vec::new();
    wait_until("two ranks wait for rank 0, which has made its calls", || {
        lines = metrics(&address);
        let count = |begin: &str, other_end: &str| {
            lines.iter().filter(|line| line.starts_with(begin) && !line.ends_with(other_end)).count()
        };
        let barriers = lines.iter().filter(|line| line.ends_with("kind=\"collective\"} 1")).count();
        let received = lines.iter().filter(|line| line.ends_with("kind=\"receive\"} 10")).count();
        (count("clump_waiting_seconds{", " 0"), barriers, received) == (2, 2, 3)
    });
    for rank in 0..3 {
        for expected in [
            format!("clump_calls_total{{rank=\"{rank}\",kind=\"send\"}} 10"),
            format!("clump_calls_total{{rank=\"{rank}\",kind=\"receive\"}} 10"),
            format!("clump_moved_bytes_total{{rank=\"{rank}\",kind=\"send\"}} 1000"),
            format!("clump_moved_bytes_total{{rank=\"{rank}\",kind=\"one_sided\"}} 0"),
        ] {
            assert!(lines.contains(&expected), "no {expected} in {lines:#?}");
        }
    }
    assert!(lines.contains(&"clump_ranks 3".to_owned()));
    let about = lines.iter().find(|line| line.starts_with("clump_job_info{")).expect("the job");
    assert!(about.contains(&format!("job=\"{}\"", job.child.id())) && about.contains("metered"), "{about}");
    std::fs::write(dir.path().join("go"), "").expect("a file");
    assert_eq!(job.finish().code, 0);
    assert!(TcpStream::connect(&address).is_err(), "the port is closed");
}

#[test]
fn other_requests_are_refused_and_silent_clients_do_not_keep_the_job() {
    let dir = tempfile::tempdir().expect("a directory");
    let (job, address) = start(dir.path());
    let status = |request: &[u8]| ask(&address, request).get(9..12).map(str::to_owned);
    assert_eq!(status(b"GET / HTTP/1.1\r\n\r\n").as_deref(), Some("404"));
    assert_eq!(status(b"POST /metrics HTTP/1.1\r\n\r\n").as_deref(), Some("400"));
    assert_eq!(status(b"\x16\x03\x01\xff\r\n\r\n").as_deref(), Some("400"));
    // More clients than the server takes at once say nothing. The server drops them after some seconds, and answers.
    let silent: Vec<TcpStream> = (0..9).map(|_| TcpStream::connect(&address).expect("a connection")).collect();
    assert!(!metrics(&address).is_empty());
    drop(silent);
    let kept = TcpStream::connect(&address).expect("a connection");
    std::fs::write(dir.path().join("go"), "").expect("a file");
    assert_eq!(job.finish().code, 0);
    drop(kept);
}

#[test]
fn an_address_that_cannot_be_served_and_several_hosts_are_refused() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    for wrong in [address.as_str(), "nonsense", "1.2.3.4.5:7", "70000"] {
        let done = run(["-n", "1", "--metrics", wrong, "true"]).finish();
        assert_eq!(done.code, 2, "{}", done.err);
        assert!(done.err.contains(&format!("--metrics: cannot serve at {wrong}: ")), "{}", done.err);
    }
    let done = run(["--metrics", ":0", "--rsh", "false", "--hosts", "near:1,far:1", "true"]).finish();
    assert_eq!(done.code, 2);
    assert!(done.err.contains("--metrics serves the numbers of a job on this machine only"), "{}", done.err);
}
