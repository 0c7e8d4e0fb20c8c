//! Tests `clump tune` on two test hosts: it measures and stores parameters, and `clump run` uses them, or says why it
//! does not.
mod common;
use clump::driver::hosts::Cipher;
use common::hosts::Hosts;
use common::{program, rank, run};
use std::sync::atomic::{AtomicBool, Ordering};

const CLUMP: &str = env!("CARGO_BIN_EXE_clump");

fn hosts() -> Option<Hosts> {
    let hosts = Hosts::up(2)?;
    for n in 0..2 {
        hosts.on(n, &format!("ip addr add 10.9.0.{}/24 dev eth0", n + 1));
    }
    Some(hosts)
}

#[test]
fn two_hosts_are_measured_and_jobs_use_the_result() {
    let Some(hosts) = hosts() else { return };
    let dir = tempfile::tempdir().expect("a directory");
    let cache = dir.path().to_str().expect("UTF-8");
    let picture = dir.path().join("tune.svg");
    let tune = ["tune", "h1", "h0", "--iterations", "40", "--explain", "--even-if-busy", "--rsh", &hosts.rsh()];
    let done = program(CLUMP)
        .args(tune)
        .args(["--svg", picture.to_str().expect("UTF-8")])
        .env("XDG_CACHE_HOME", cache)
        .finish();
    assert_eq!((done.code, &*done.err), (0, ""), "{}", done.out);
    for says in ["copy and seal", "receive and open", "T(L, P) =", "predicted", "BTP(2)", "BTP(1)", "asks under way"] {
        assert!(done.out.contains(says), "{says}: {}", done.out);
    }
    let drawn = std::fs::read_to_string(&picture).expect("a picture");
    assert!(drawn.starts_with("<svg") && drawn.contains("stages of a pull"));
    let kept = std::fs::read_to_string(dir.path().join("clump/tune")).expect("it is kept");
    let line = kept.strip_prefix("clump-tune 3\nh0 h1 ").expect(&kept);
    let (cipher, line) = line.split_once(' ').expect(&kept);
    assert!(Cipher::named(cipher).is_some() && done.out.contains(&format!("sealed by: {cipher}")), "{kept}");
    assert_eq!(line.split_whitespace().count(), 6, "{kept}");

    // The ranks inherit the tuning.
    let shows = "for f in /proc/self/fd/*; do case $(readlink $f) in *clump-hosts*) grep -a ^tuned $f ;; esac; done";
    let job = |cache: &str, options: &[&str]| {
        let on = ["--timeout", "25", "--rsh", &hosts.rsh(), "--hosts", "h0,h1"];
        run(on).args(options).args(["sh", "-c", shows]).env("XDG_CACHE_HOME", cache).finish()
    };
    let done = job(cache, &[]);
    assert_eq!(done.out, format!("tuned {line}").repeat(2), "{}", done.err);
    assert_eq!(job(cache, &["--insecure"]).out, "", "sealed messages were measured");
    assert_eq!(job(cache, &["--cipher", "aes-gcm"]).out, "", "another cipher was measured");
    assert_eq!(job("/nowhere", &[]).out, "");
    // A job with another host does not use the tuning; a job on this pair does, and works.
    let ring = ["--timeout", "25", "--rsh", &hosts.rsh(), "--hosts", "h0,h1"];
    let done = run(ring).args([rank(), "ring".into()]).env("XDG_CACHE_HOME", cache).finish();
    assert_eq!((done.code, &*done.err, done.out.lines().count()), (0, "", 2));

    std::fs::write(dir.path().join("clump/tune"), "clump-tune 3\nh0 h1 aes-128-gcm 1 2 3 4 5 6 7\n").expect("spoiled");
    let done = job(cache, &[]);
    assert_eq!((done.code, &*done.out), (0, ""), "{}", done.err);
    assert!(done.err.contains("line 2 makes no sense") && done.err.contains("tune again"), "{}", done.err);
}

/// Two threads spin, so that the hosts, which share this machine, are busy.
#[test]
fn nothing_is_kept_that_was_measured_on_a_busy_host() {
    let Some(hosts) = hosts() else { return };
    let dir = tempfile::tempdir().expect("a directory");
    let stop = AtomicBool::new(false);
    let done = std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let done = program(CLUMP)
            .args(["tune", "h0", "h1", "--iterations", "10", "--rsh", &hosts.rsh()])
            .env("XDG_CACHE_HOME", dir.path().to_str().expect("UTF-8"))
            .finish();
        stop.store(true, Ordering::Relaxed);
        done
    });
    assert_eq!(done.code, 1, "{}", done.out);
    assert!(done.err.contains("want a processor") && done.err.contains("--even-if-busy"), "{}", done.err);
    assert!(!dir.path().join("clump/tune").exists(), "nothing is stored");
}

#[test]
fn the_way_of_a_broadcast_is_explained() {
    let told = program(CLUMP).args(["tune", "--explain", "bcast", "4096"]).finish();
    assert_eq!((told.code, &*told.err), (0, ""));
    assert!(told.out.contains("on 4 hosts or more: by a group"), "{}", told.out);
    let bad = program(CLUMP).args(["tune", "--explain", "bcast", "much"]).finish();
    assert!(bad.code == 1 && bad.err.contains("a size is"), "{}", bad.err);
}

#[test]
fn invalid_hosts_are_refused() {
    let one = program(CLUMP).args(["tune", "h0"]).finish();
    assert!(one.code == 2 && one.err.contains("HOST_A"), "{}", one.err);
    let three = program(CLUMP).args(["tune", "h0", "h1", "h2"]).finish();
    assert!(three.code == 2 && three.err.contains("2 values required"), "{}", three.err);
    let same = program(CLUMP).args(["tune", "h0", "h0"]).finish();
    assert!(same.code == 1 && same.err.contains("name two"), "{}", same.err);
    let gone = program(CLUMP).args(["tune", "h0", "h1", "--rsh", "false"]).env("XDG_CACHE_HOME", "/nowhere").finish();
    assert!(gone.code == 1 && gone.err.contains("cannot start an agent"), "{}", gone.err);
}
