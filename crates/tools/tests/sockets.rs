//! `clump sock`: programs whose TCP connections to each other go through shared memory, against a model of a byte
//! stream, with deaths, stops and strangers.
mod common;

use common::hosts::Hosts;
use common::{Done, program};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A directory with the launcher and the library as an installation has them, and the C programs.
struct Place {
    dir: tempfile::TempDir,
}

impl Place {
    fn new(programs: &[&str]) -> Place {
        let dir = tempfile::tempdir().unwrap();
        for folder in ["bin", "lib"] {
            std::fs::create_dir(dir.path().join(folder)).unwrap();
        }
        let own = std::env::current_exe().unwrap();
        let library = own.with_file_name("libclump_sock.so");
        assert!(library.exists(), "{} is missing: cargo builds it before the tests", library.display());
        let put = |from: &Path, to: &str| {
            let to = dir.path().join(to);
            if std::fs::hard_link(from, &to).is_err() {
                common::copy_program(from, &to);
            }
        };
        put(&common::clump(), "bin/clump");
        put(&library, "lib/libclump_sock.so");
        for name in programs {
            let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sock/tests/c").join(format!("{name}.c"));
            let mut cc = Command::new("cc");
            cc.args(["-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-pthread", "-o"]).arg(dir.path().join(name));
            assert!(cc.arg(&source).status().expect("a C compiler").success(), "{}", source.display());
        }
        Place { dir }
    }

    fn path(&self, name: &str) -> String {
        self.dir.path().join(name).to_str().unwrap().to_owned()
    }

    /// Runs `clump sock --verbose ARGS`.
    fn sock(&self, args: &[&str]) -> Done {
        program(self.path("bin/clump")).arg("sock").arg("--verbose").args(args).finish()
    }

    /// Runs two programs of random calls, and returns what the launcher said of their sockets.
    fn stream(&self, seed: u32, calls: &str) -> String {
        let (stream, port, seed) = (self.path("stream"), self.path(&format!("port{seed}{calls}")), seed.to_string());
        let side = |side: &'static str| [&stream, side, &port, &seed, "50", calls].map(str::to_owned);
        let args: Vec<String> = side("server").into_iter().chain([":".to_owned()]).chain(side("client")).collect();
        let done = self.sock(&args.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(done.code, 0, "seed {seed}, calls {calls}: {}", done.err);
        done.err
    }
}

/// Returns the numbers of carried connections and bytes that the launcher has told.
fn carried(said: &str) -> (u64, u64) {
    let line = said.lines().find_map(|line| line.split_once("sockets: ")).expect("a line about sockets").1;
    let mut numbers = line.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok());
    (numbers.next().unwrap(), numbers.next().unwrap())
}

#[test]
fn random_calls_see_a_byte_stream() {
    let place = Place::new(&["stream"]);
    for seed in 1..=4 {
        let (connections, bytes) = carried(&place.stream(seed, "x"));
        assert!(connections >= 40 && bytes > 100_000, "{connections} connections, {bytes} bytes");
    }
}

#[test]
fn random_calls_with_forks_and_hand_overs_see_a_byte_stream() {
    let place = Place::new(&["stream"]);
    for (seed, calls) in [(1, "d"), (2, "s"), (3, "f"), (4, "k"), (5, "t"), (6, "h"), (7, "fdskth"), (8, "fdskth")] {
        let (connections, _) = carried(&place.stream(seed, calls));
        assert!(connections > 0, "no connection was carried with {calls}");
    }
}

#[test]
fn a_peer_is_told_of_a_death_and_waits_for_a_stopped_one() {
    let place = Place::new(&["ends"]);
    for what in ["writer", "reader", "stopped"] {
        for seed in ["1", "2", "3"] {
            let done = place.sock(&[&place.path("ends"), what, seed]);
            assert_eq!(done.code, 0, "{what}, seed {seed}: {}", done.err);
            assert!(carried(&done.err).0 > 0, "{}", done.err);
        }
    }
}

#[test]
fn idle_connections_take_no_processor() {
    let place = Place::new(&["ends"]);
    let done = place.sock(&[&place.path("ends"), "idle", "1"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(carried(&done.err).0 >= 300, "{}", done.err);
}

#[test]
fn edges_are_reported_without_a_read_that_finds_nothing() {
    let place = Place::new(&["ends"]);
    for set in ["edges0", "edges1", "edges2"] {
        let done = place.sock(&[&place.path("ends"), set, "1"]);
        assert_eq!(done.code, 0, "{set}: {}", done.err);
        assert!(carried(&done.err).1 > 40_000, "{}", done.err);
    }
}

#[test]
fn a_connection_that_is_served_in_a_child_goes_over() {
    let place = Place::new(&["prefork"]);
    // What the accepting process and the child do, and the least bytes that go over: 20 connections move 27 MB.
    let whole = 26_000_000;
    let cases = [("late", whole), ("both", whole), ("close", whole / 2), ("grandchild", whole / 2)];
    for (what, least) in cases.into_iter().chain([("parent", 0), ("exec", 0), ("failed-exec", 0)]) {
        let done = place.sock(&[&place.path("prefork"), what]);
        assert_eq!(done.code, 0, "{what}: {}", done.err);
        assert!(carried(&done.err).1 >= least, "{what}: {}", done.err);
    }
}

#[test]
fn a_started_program_takes_no_connection_back_but_those_that_it_gets() {
    let place = Place::new(&[]);
    let script = "import socket,subprocess\n\
                  def pair():\n \
                  listener = socket.create_server(('127.0.0.1', 0))\n \
                  return socket.create_connection(listener.getsockname()), listener.accept()[0]\n\
                  def move(a, b, what):\n \
                  a.sendall(what)\n \
                  assert b.recv(len(what), socket.MSG_WAITALL) == what\n\
                  given, kept = pair(), pair()\n\
                  for a, b in (given, kept): move(a, b, b'1'); move(b, a, b'2'); move(a, b, b'3')\n\
                  given[0].sendall(b'in the ring')\n\
                  for _ in range(3):\n \
                  subprocess.run(['true'], check=True)\n \
                  try: subprocess.run(['a-program-that-is-missing'])\n \
                  except FileNotFoundError: pass\n \
                  move(*kept, bytes(200_000))\n\
                  cat = subprocess.Popen(['cat'], stdin=given[1], stdout=subprocess.PIPE)\n\
                  given[0].sendall(b', in the kernel')\n\
                  given[0].shutdown(socket.SHUT_WR)\n\
                  assert cat.communicate()[0] == b'in the ring, in the kernel'\n\
                  move(*kept, bytes(200_000)); move(*reversed(kept), bytes(100))";
    let done = place.sock(&["-n", "1", "python3", "-c", script]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(carried(&done.err).1 > 800_000, "{}", done.err);
}

#[test]
fn files_and_corked_bytes_go_over() {
    let place = Place::new(&[]);
    let script = "import os,socket,threading,tempfile\n\
                  listener = socket.create_server(('127.0.0.1', 0))\n\
                  c = socket.create_connection(listener.getsockname())\n\
                  s = listener.accept()[0]\n\
                  data = os.urandom(3_000_001)\n\
                  file = tempfile.TemporaryFile()\n\
                  file.write(data); file.flush()\n\
                  c.sendall(b'a'); s.sendall(b'b'); assert s.recv(1) + c.recv(1) == b'ab'\n\
                  c.setsockopt(socket.IPPROTO_TCP, socket.TCP_CORK, 1)\n\
                  assert c.getsockopt(socket.IPPROTO_TCP, socket.TCP_CORK) == 1\n\
                  c.sendall(b'head')\n\
                  assert s.recv(4, socket.MSG_WAITALL) == b'head'\n\
                  def send():\n \
                  assert os.sendfile(c.fileno(), file.fileno(), 7, 2_000_000) == 2_000_000\n \
                  os.lseek(file.fileno(), 11, os.SEEK_SET)\n \
                  assert os.sendfile(c.fileno(), file.fileno(), None, 5_000_000) == 2_999_990\n \
                  assert os.lseek(file.fileno(), 0, os.SEEK_CUR) == 3_000_001\n \
                  assert os.sendfile(c.fileno(), file.fileno(), 3_000_001, 5) == 0\n\
                  thread = threading.Thread(target=send); thread.start()\n\
                  want = data[7:2_000_007] + data[11:]\n\
                  assert s.recv(len(want), socket.MSG_WAITALL) == want\n\
                  thread.join(); c.setblocking(False); at = 0\n\
                  while at < 3_000_001:\n \
                  try: at += os.sendfile(c.fileno(), file.fileno(), at, 3_000_001)\n \
                  except BlockingIOError: break\n\
                  assert 0 < at < 3_000_001, at\n\
                  assert s.recv(at, socket.MSG_WAITALL) == data[:at]\n\
                  pipe = os.pipe(); os.write(pipe[1], b'pipe')\n\
                  assert os.splice(pipe[0], c.fileno(), 4) == 4 if hasattr(os, 'splice') else c.send(b'pipe') == 4\n\
                  assert s.recv(4, socket.MSG_WAITALL) == b'pipe'\n\
                  assert c.getsockopt(socket.IPPROTO_TCP, socket.TCP_CORK) == 1";
    let done = place.sock(&["-n", "1", "python3", "-c", script]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(carried(&done.err).1 > 5_000_000, "{}", done.err);
}

#[test]
fn a_stranger_is_served_by_the_kernel() {
    let place = Place::new(&["stream"]);
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let echo = std::thread::spawn(move || {
        let (mut peer, _): (TcpStream, _) = listener.accept().unwrap();
        let mut all = Vec::new();
        peer.read_to_end(&mut all).unwrap();
        peer.write_all(&all).unwrap();
    });
    let script = "import socket,sys\n\
                  c = socket.create_connection(('127.0.0.1', int(sys.argv[1])))\n\
                  sent = bytes(range(256)) * 3000\n\
                  c.sendall(sent)\n\
                  c.shutdown(socket.SHUT_WR)\n\
                  got = b''\n\
                  while part := c.recv(65536): got += part\n\
                  assert got == sent";
    let done = place.sock(&["-n", "1", "python3", "-c", script, &port]);
    echo.join().unwrap();
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(carried(&done.err), (0, 0), "{}", done.err);
}

#[test]
fn the_job_ends_with_the_named_program() {
    let place = Place::new(&[]);
    let done = place.sock(&["--ends-with", "true", "-n", "1", "sleep", "1000", ":", "-n", "2", "true"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let done = place.sock(&["--ends-with", "false", "-n", "1", "sleep", "1000", ":", "-n", "1", "false"]);
    assert_eq!(done.code, 1, "{}", done.err);
    let done = place.sock(&["--ends-with", "client", "true"]);
    assert!(done.code == 2 && done.err.contains("no program of the job is called client"), "{}", done.err);
}

/// A server that sends back what it gets, to as many clients as it is told; it writes its port to a file.
const SERVER: &str = "import os,socket,sys,threading\n\
                      listener = socket.create_server((sys.argv[2], 0))\n\
                      open(sys.argv[1] + '.new', 'w').write(str(listener.getsockname()[1]))\n\
                      os.rename(sys.argv[1] + '.new', sys.argv[1])\n\
                      def serve(peer):\n \
                      while part := peer.recv(65536): peer.sendall(part)\n\
                      threads = [threading.Thread(target=serve, args=listener.accept()[:1]) for _ in range(2)]\n\
                      for thread in threads: thread.start()\n\
                      for thread in threads: thread.join()";
const CLIENT: &str = "import os,socket,sys,time\n\
                      while not os.path.exists(sys.argv[1]): time.sleep(0.01)\n\
                      peer = socket.create_connection((sys.argv[2], int(open(sys.argv[1]).read())))\n\
                      for _ in range(100):\n \
                      sent = os.urandom(10000)\n \
                      peer.sendall(sent)\n \
                      assert peer.recv(len(sent), socket.MSG_WAITALL) == sent";

/// Each host has a table of its own: what its processes say to each other goes over it, and no byte between hosts does.
#[test]
fn on_several_hosts_the_connections_of_each_go_over() {
    let Some(hosts) = Hosts::up(2) else { return };
    hosts.on(0, "ip addr add 10.0.0.1/24 dev eth0");
    hosts.on(1, "ip addr add 10.0.0.2/24 dev eth0");
    let place = Place::new(&[]);
    let (port, rsh) = (place.path("port"), hosts.rsh());
    let sock = |args: &[&str]| {
        let mut words = hosts.on_host(0);
        words.extend(
            [&place.path("bin/clump"), "sock", "--verbose", "--rsh", &rsh, "--timeout", "60"].map(str::to_owned),
        );
        program(&words[0]).args(&words[1..]).args(args).finish()
    };
    let programs = ["-n", "1", "python3", "-c", SERVER, &port, "10.0.0.1", ":"];
    let clients = ["-n", "2", "python3", "-c", CLIENT, &port, "10.0.0.1"];
    let done = sock(&[&["--hosts", "h0:2,h1:1"], &programs[..], &clients].concat());
    assert_eq!(done.code, 0, "{}", done.err);
    let (first, second) = done.err.rsplit_once("sockets: ").expect("a report of each host");
    let mut reports = [carried(first), carried(&format!("sockets: {second}"))];
    reports.sort_unstable();
    assert_eq!(reports[0], (0, 0), "{}", done.err);
    assert!(reports[1].0 == 1 && reports[1].1 > 1_900_000, "{}", done.err);
    assert!(done.err.contains("1 to another machine"), "{}", done.err);

    // The program that ends the job is on one host, on both, or fails.
    let last = |name: &str, slots: &str, count: &str| {
        sock(&["--ends-with", name, "--hosts", slots, "-n", "1", "sleep", "1000", ":", "-n", count, name])
    };
    for (name, slots, count, code) in
        [("true", "h0:1,h1:1", "1", 0), ("true", "h0:2,h1:1", "2", 0), ("false", "h0:1,h1:1", "1", 1)]
    {
        let done = last(name, slots, count);
        assert_eq!(done.code, code, "{name} on {slots}: {}", done.err);
    }
}

#[test]
fn without_its_library_the_launcher_says_so() {
    let place = Place::new(&[]);
    std::fs::remove_file(PathBuf::from(place.path("lib/libclump_sock.so"))).unwrap();
    let done = place.sock(&["true"]);
    assert!(done.code == 1 && done.err.contains("libclump_sock.so is neither beside"), "{}", done.err);
}
