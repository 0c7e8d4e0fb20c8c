//! Tests the library that carries sockets: with redis of Debian, and by planted bugs that generated programs must find.
use crate::paths;
use crate::process::Program;
use crate::programs::packages::{self, Folder};
use anyhow::{Context, Result, bail};
use std::path::Path;

/// Debian's packages of redis; its server and its benchmark are one program.
const REDIS: Folder = Folder { name: "debian/redis", parts: &[] };
/// Commands of the benchmark: three tests, 50 connections and one.
const RUNS: [&[&str]; 3] = [
    &["-n", "20000", "-t", "set,get,lrange_100"],
    &["-n", "5000", "-c", "1", "-t", "ping"],
    &["-n", "50000", "-c", "200", "-P", "16", "-t", "set,get"],
];
/// The least share of the bytes, in per cent. The first bytes of each connection go through the kernel.
const LEAST_SHARE: f64 = 90.0;
/// The most seeds that may be needed to find a planted bug.
const SEEDS: u32 = 40;
/// Connections of a generated program.
const CONNECTIONS: &str = "40";
/// Seconds after which a generated program hangs.
const HANGS: u64 = 6;

/// Runs redis's benchmark and a comparison of its data. Returns how many runs passed.
pub fn redis(prefix: &Path, home: &Path) -> Result<u64> {
    if !packages::available() {
        eprintln!("no Debian of release {}: redis is not tried", packages::RELEASE);
        return Ok(0);
    }
    REDIS.with_dependencies(&["redis-server".to_owned(), "redis-tools".to_owned()])?;
    let home = home.join("redis");
    std::fs::create_dir_all(&home)?;
    let script = paths::root().join("xtask/src/ci/sockets_redis.py");
    let bin = REDIS.usr().join("bin");
    let libraries = REDIS.libraries();
    let run = |what: &str, args: &[&str]| {
        let port = home.join("port");
        // An earlier run has left it.
        let _ = std::fs::remove_file(&port);
        let sock = Program::new(prefix.join("bin/clump")).args(["sock", "--verbose", "--ends-with", "env", "-n", "1"]);
        let server = sock.arg("python3").arg(&script).arg("server").arg(&bin).arg(&port);
        let client = server.args([":", "-n", "1", "env", "python3"]).arg(&script).arg(what).arg(&bin).arg(&port);
        let said = client.args(args).env("LD_LIBRARY_PATH", &libraries).within(60).run()?;
        match share(&said) {
            Some(share) if share >= LEAST_SHARE => Ok(()),
            _ => bail!("{what} {args:?}: less than {LEAST_SHARE} % of the bytes went over Clump:\n{said}"),
        }
    };
    for args in RUNS {
        run("benchmark", args)?;
    }
    run("compare", &[])?;
    Ok(RUNS.len() as u64 + 1)
}

/// Returns the share of the connections' bytes that went over Clump, as the launcher says.
fn share(said: &str) -> Option<f64> {
    let line = said.lines().find_map(|line| line.split_once("sockets: "))?.1;
    line.split_once('(')?.1.split_once(' ')?.0.parse().ok()
}

/// Checks that generated programs find every planted bug of the library. Returns the number of bugs.
pub fn planted(prefix: &Path, home: &Path) -> Result<u64> {
    let target = paths::target().join("planted");
    let cargo =
        Program::cargo().args(["build", "--quiet", "--locked", "-p", "clump-sock", "--target-dir"]).arg(&target);
    cargo.env("RUSTFLAGS", "--cfg planted").run()?;
    let home = home.join("planted-sockets");
    for (from, to) in
        [(prefix.join("bin/clump"), "bin/clump"), (target.join("debug/libclump_sock.so"), "lib/libclump_sock.so")]
    {
        let to = home.join(to);
        std::fs::create_dir_all(to.parent().context("a directory")?)?;
        std::fs::copy(&from, &to).with_context(|| format!("cannot copy {}", from.display()))?;
    }
    let source = paths::root().join("crates/sock/tests/c/stream.c");
    let stream = home.join("stream");
    Program::new("cc").args(["-std=gnu11", "-O1", "-pthread", "-o"]).arg(&stream).arg(source).run()?;
    let passes = |name: &str, seed: u32| -> Result<bool> {
        let (port, seed) = (home.join(format!("port-{seed}")), seed.to_string());
        let _ = std::fs::remove_file(&port);
        let mut program = Program::new(home.join("bin/clump")).arg("sock").env("PLANTED", name);
        for (side, before) in [("server", "-n1"), ("client", ":")] {
            program = program.arg(before).arg(&stream).arg(side).arg(&port).args([&seed, CONNECTIONS, "fdskth"]);
        }
        Ok(program.within(HANGS).outcome()?.status.success())
    };
    if !passes("none", 1)? {
        bail!("the generated program of seed 1 fails without a planted bug");
    }
    let names = crate::sim::names(&paths::root().join("crates/sock/src"))?;
    let names: Vec<_> = names.into_iter().filter(|name| !name.is_empty()).collect();
    for name in &names {
        let mut found = false;
        for seed in 1..=SEEDS {
            if !passes(name, seed)? {
                found = true;
                break;
            }
        }
        if !found {
            bail!("{SEEDS} generated programs do not find the planted bug `{name}`");
        }
    }
    Ok(names.len() as u64)
}
