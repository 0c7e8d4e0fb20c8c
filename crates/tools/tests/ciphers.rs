//! A job's datagrams are sealed by the cipher that the user asks for, or by the cipher that suits all hosts. An
//! attacker between two hosts cannot make them use another cipher.
mod common;
use common::hosts::Hosts;
use common::{Done, program, rank, run};
use std::os::unix::fs::PermissionsExt;

/// Returns the default cipher of jobs whose hosts are all this machine.
fn default() -> &'static str {
    match clump_fabric::sys::aes_bits() {
        0 => "chacha20-poly1305",
        512.. => "aegis-128x4",
        _ => "aegis-128x2",
    }
}

fn hosts() -> Option<Hosts> {
    let hosts = Hosts::up(2)?;
    for n in 0..2 {
        hosts.on(n, &format!("ip addr add 10.9.0.{}/24 dev eth0", n + 1));
    }
    Some(hosts)
}

/// Runs two ranks that exchange messages, through the remote shell `rsh`.
fn ring(rsh: &str, options: &[&str]) -> Done {
    let job = ["--timeout", "25", "--rsh", rsh, "--hosts", "h0,h1"];
    run(job).args(options).args([rank(), "ring".into()]).finish()
}

/// Prints, on each host, how traffic is sealed according to the list of hosts that ranks inherit.
fn sealed_by(rsh: &str, options: &[&str]) -> Done {
    let shows = "for f in /proc/self/fd/*; do case $(readlink $f) in *clump-hosts*)
                 grep -aE '^(un)?sealed' $f | cut -d' ' -f1,2 ;; esac; done";
    let job = ["--timeout", "25", "--rsh", rsh, "--hosts", "h0,h1"];
    run(job).args(options).args(["sh", "-c", shows]).finish()
}

#[test]
fn jobs_run_sealed_by_each_cipher() {
    let Some(hosts) = hosts() else { return };
    for (options, cipher) in [
        (&[][..], default()),
        (&["--cipher", "aegis"], default()),
        (&["--cipher", "aes-gcm"], "aes-128-gcm"),
        (&["--cipher=chacha20-poly1305"], "chacha20-poly1305"),
    ] {
        if options.contains(&"aegis") && clump_fabric::sys::aes_bits() == 0 {
            continue;
        }
        let done = ring(&hosts.rsh(), options);
        assert_eq!((done.code, &*done.err, done.out.lines().count()), (0, "", 2), "{options:?}");
        let done = sealed_by(&hosts.rsh(), options);
        assert_eq!((done.code, &*done.out), (0, &*format!("sealed {cipher}\n").repeat(2)), "{}", done.err);
    }
    let done = sealed_by(&hosts.rsh(), &["--insecure"]);
    assert_eq!((done.code, &*done.out), (0, "unsealed\nunsealed\n"), "{}", done.err);
    let told = ring(&hosts.rsh(), &["--verbose", "--cipher", "aes-gcm"]);
    assert!(told.err.contains("everything between the hosts is sealed by aes-128-gcm"), "{}", told.err);
}

/// Returns a remote shell that changes what the launcher sends the agent on h1 (`there`) and what that agent
/// answers (`back`).
fn between(hosts: &Hosts, dir: &tempfile::TempDir, there: &str, back: &str) -> String {
    let rsh = dir.path().join("between");
    // The shell ends with the agent, as ssh does, even if the launcher's input continues.
    let script = format!(
        "#!/bin/bash\nif [ $1 = h1 ]; then {real} \"$@\" < <(sed -u '{there}') | sed -u '{back}'\n\
         else exec {real} \"$@\"; fi\n",
        real = hosts.rsh()
    );
    std::fs::write(&rsh, script).expect("a script");
    std::fs::set_permissions(&rsh, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    rsh.to_str().expect("UTF-8").to_owned()
}

#[test]
fn a_list_of_hosts_that_is_changed_in_transit_is_detected() {
    let Some(hosts) = hosts() else { return };
    let dir = tempfile::tempdir().expect("a directory");
    // Without changes, the job runs.
    let done = ring(&between(&hosts, &dir, "", ""), &[]);
    assert_eq!((done.code, &*done.err, done.out.lines().count()), (0, "", 2));
    for (options, there) in [
        (&[][..], r"s/sealed [a-z0-9-]* /sealed aes-128-gcm /"),
        (&["--cipher", "aes-gcm"], r"s/sealed [a-z0-9-]* /sealed chacha20-poly1305 /"),
        (&[], r"s/sealed [a-z0-9-]* [0-9a-f]*/unsealed/"),
    ] {
        let done = ring(&between(&hosts, &dir, there, ""), options);
        assert_eq!((done.code, &*done.out), (1, ""), "{there}: {}", done.err);
        for host in ["h0", "h1"] {
            let says = format!("{host} hears datagrams that are not sealed by this job's cipher");
            assert!(done.err.contains(&says), "{there}: {}", done.err);
        }
    }
    for (there, says) in [
        (r"s/sealed [a-z0-9-]* [0-9a-f]*\\n//", "is not complete"),
        (r"s/sealed [a-z0-9-]* /sealed rot13 /", "makes no sense"),
        (r"s/\(sealed [a-z0-9-]* \)\([0-9a-f]*\\n\)/\1\2sealed aes-128-gcm \2/", "is not complete"),
    ] {
        let done = ring(&between(&hosts, &dir, there, ""), &[]);
        assert_eq!((done.code, &*done.out), (1, ""), "{there}: {}", done.err);
        assert!(done.err.contains("on host") && done.err.contains(says), "{there}: {}", done.err);
    }
}

#[test]
fn a_host_without_aes_decides_for_all_or_is_named() {
    let Some(hosts) = hosts() else { return };
    let dir = tempfile::tempdir().expect("a directory");
    let without = between(&hosts, &dir, "", r#"s/"aes":[0-9]*/"aes":0/"#);
    for (options, cipher) in [(&[][..], "chacha20-poly1305"), (&["--cipher", "aes-gcm"], "aes-128-gcm")] {
        let done = sealed_by(&without, options);
        assert_eq!((done.code, &*done.out), (0, &*format!("sealed {cipher}\n").repeat(2)), "{}", done.err);
    }
    // Narrow AES on one host is enough for AEGIS, in the variant that suits it.
    if default().starts_with("aegis") {
        let narrow = between(&hosts, &dir, "", r#"s/"aes":[0-9]*/"aes":128/"#);
        let done = sealed_by(&narrow, &["--cipher", "aegis"]);
        assert_eq!((done.code, &*done.out), (0, "sealed aegis-128x2\nsealed aegis-128x2\n"), "{}", done.err);
        let done = ring(&narrow, &[]);
        assert_eq!((done.code, &*done.err, done.out.lines().count()), (0, "", 2));
    }
    let without = between(&hosts, &dir, "", r#"s/"aes":[0-9]*/"aes":0/"#);
    let done = ring(&without, &["--cipher", "aegis"]);
    assert_eq!((done.code, &*done.out), (1, ""), "{}", done.err);
    assert!(done.err.contains("which the processor of host h1 does not have"), "{}", done.err);
    assert!(done.err.contains("--cipher (aes-gcm, chacha20-poly1305)"), "{}", done.err);
}

#[test]
fn unknown_ciphers_are_refused() {
    let done = run(["--cipher", "rot13", "true"]).finish();
    assert_eq!(done.code, 2, "{}", done.err);
    for says in ["rot13", "--cipher", "aegis", "aes-gcm", "chacha20-poly1305"] {
        assert!(done.err.contains(says), "{says}: {}", done.err);
    }
    let done = run(["--cipher", "aegis", "--insecure", "true"]).finish();
    assert!(done.code == 2 && done.err.contains("--insecure") && done.err.contains("--cipher"), "{}", done.err);
    for other in [&["--insecure"][..], &["--cipher", "aes-gcm"]] {
        let first = ["--rsh", "false", "--hosts", "h0,h1", "--cipher", "aegis", "-n", "1", "true", ":"];
        let done = run(first).args(other).args(["-n", "1", "true"]).finish();
        assert!(done.code == 2 && done.err.contains("its programs ask for different ones"), "{}", done.err);
    }
}

#[test]
fn info_prints_the_speed_of_each_cipher() {
    let done = program(env!("CARGO_BIN_EXE_clump")).args(["info", "--json"]).finish();
    let info: serde_json::Value = serde_json::from_str(&done.out).expect("JSON");
    let sealing = info["machine"]["sealing"].as_array().expect("a list");
    let names: Vec<&str> = sealing.iter().filter_map(|s| s["cipher"].as_str()).collect();
    assert!(names.ends_with(&["aes-128-gcm", "chacha20-poly1305"]) && names.contains(&default()), "{names:?}");
    assert!(sealing.iter().all(|s| s["ns_for_4_KiB"].as_u64().is_some_and(|ns| ns > 0)), "{sealing:?}");
}
