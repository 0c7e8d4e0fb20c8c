//! `clump info`: shows what this program and this machine can do.
use crate::{VERSION, engines, machine, multicast, run, sys};
use clap::Args;
use serde_json::json;
use std::ffi::OsString;
use std::io;

/// Shows the version, the build, and what Clump may use of this machine.
#[derive(Args)]
pub struct InfoArgs {
    /// Prints JSON instead of text.
    #[arg(long)]
    json: bool,
    /// Says which MPI library this program needs, and which it gets from `clump run`, in place of all else.
    #[arg(value_name = "PROGRAM", conflicts_with_all = ["engines", "hosts"])]
    program: Option<OsString>,
    /// Measures by really copying how large messages can go between two ranks here, and says which way is chosen for
    /// each size.
    #[arg(long)]
    engines: bool,
    /// Tries by a job of one rank on each of these hosts whether multicast from each reaches all others.
    #[arg(long, value_name = "HOST,HOST…", value_delimiter = ',', conflicts_with = "engines")]
    hosts: Vec<String>,
    /// As for `clump run`.
    #[arg(long, value_name = "CMD", requires = "hosts")]
    rsh: Option<String>,
    /// Runs as one of the ranks of `--hosts`.
    #[arg(long, hide = true)]
    as_member: bool,
    /// Runs as one of the two ranks of `--engines`.
    #[arg(long, value_enum, hide = true)]
    as_engines: Option<engines::EngineSet>,
    #[arg(long, hide = true, value_delimiter = ',')]
    sizes: Vec<u64>,
}

/// Bytes of the messages that `--engines` copies.
const SIZES: [u64; 6] = [16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20];
/// How often `--engines` measures each figure.
const REPEATS: u32 = 3;

/// Returns the table of engines.
fn table_of_engines(as_json: bool) -> Result<String, String> {
    let exe = std::env::current_exe().map_err(|e| format!("this program's own place is unknown: {e}"))?;
    let told = engines::measure(&exe, &SIZES, REPEATS, &indicatif::ProgressBar::hidden())?;
    Ok(if as_json { format!("{:#}\n", engines::json(&told)) } else { engines::table(&told) })
}

/// Returns the report of `--hosts`.
fn between(args: &InfoArgs) -> Result<String, String> {
    let mut hosts = args.hosts.clone();
    hosts.dedup();
    if hosts.len() < 2 {
        return Err("--hosts: multicast is between two hosts or more".into());
    }
    let reach = multicast::between(&hosts, args.rsh.as_deref())?;
    let all = hosts.iter().zip(&reach).map(|(host, reaches)| json!({"host": host, "reaches_all_others": reaches}));
    Ok(match args.json {
        true => format!("{:#}\n", json!({"multicast": all.collect::<Vec<_>>()})),
        false => format!("{:<17} {}\n", "multicast", multicast::text(&hosts, &reach)),
    })
}

pub fn main(args: InfoArgs) -> i32 {
    let asked = match &args {
        InfoArgs { as_member: true, .. } => Some(multicast::run_rank().map(|()| String::new())),
        InfoArgs { as_engines: Some(part), sizes, .. } => Some(engines::run_rank(sizes, *part).map(|()| String::new())),
        InfoArgs { engines: true, .. } => Some(table_of_engines(args.json)),
        InfoArgs { program: Some(program), .. } => Some(run::standin::describe(program, args.json)),
        InfoArgs { hosts, .. } if !hosts.is_empty() => Some(between(&args)),
        _ => None,
    };
    if let Some(asked) = asked {
        return match asked {
            Ok(text) => i32::from(io::Write::write_all(&mut io::stdout(), text.as_bytes()).is_err()),
            Err(why) => {
                eprintln!("clump info: {why}");
                1
            }
        };
    }
    let mask = machine::cores().len();
    let quota = clump_fabric::sys::cpu_quota();
    let memory = clump_fabric::sys::memory_limit();
    let readv = sys::can_read_other_process();
    let barrier = membarrier();
    let memfd =
        rustix::fs::memfd_create("clump-info", rustix::fs::MemfdFlags::CLOEXEC).map(drop).map_err(io::Error::from);
    let sleep = clump_fabric::shm::measure_sleep().ok();
    let speeds = clump::driver::hosts::speeds();
    let multicast = clump::driver::hosts::multicast();
    // A launcher's library may start threads, so that this comes after all tries that fork.
    let launcher = clump::driver::bootstrap::launcher();
    let text = if args.json {
        let works = |result: &io::Result<()>| match result {
            Ok(()) => json!({"works": true}),
            Err(e) => json!({"works": false, "why": e.to_string()}),
        };
        let value = json!({
            "version": VERSION,
            "build": {"profile": PROFILE, "target": target()},
            "launcher": launcher,
            "machine": {
                "host": machine::host(),
                "kernel": kernel(),
                "cores": {"affinity": mask, "quota": quota, "usable": clump_fabric::sys::usable_cores()},
                "memory": {
                    "total_bytes": machine::memory_total(),
                    "cgroup_limit_bytes": memory.map(|(limit, _)| limit),
                    "cgroup_used_bytes": memory.map(|(_, used)| used),
                },
                "process_vm_readv": works(&readv),
                "membarrier": works(&barrier),
                "memfd": works(&memfd),
                "sleep_and_wake_us": sleep,
                "multicast": match &multicast {
                    Ok(interfaces) => json!({"interfaces": interfaces}),
                    Err(why) => json!({"interfaces": [], "why": why}),
                },
                "aes_bits": clump_fabric::sys::aes_bits(),
                "sealing": speeds.iter().map(|s| json!({
                    "cipher": s.cipher.name(), "ns_for_4_KiB": s.time.as_nanos() as u64,
                })).collect::<Vec<_>>(),
            },
        });
        format!("{value:#}\n")
    } else {
        let works = |result: &io::Result<()>, without: &str| match result {
            Ok(()) => "works".to_owned(),
            Err(e) => format!("refused ({e}); {without}"),
        };
        let mib = |bytes: u64| format!("{} MiB", bytes >> 20);
        let mut lines = vec![
            ("version", format!("clump {}", VERSION)),
            ("build", format!("{PROFILE}, {}", target())),
            ("launcher", launcher),
            ("host", format!("{}, Linux {}", machine::host(), kernel())),
            (
                "cores",
                format!(
                    "{} usable ({mask} by affinity, quota {})",
                    clump_fabric::sys::usable_cores(),
                    match quota {
                        Some(cores) if cores < mask as f64 => format!(
                            "{cores:.2}: where more ranks than that wait, none spins for longer than a sleep takes"
                        ),
                        Some(cores) => format!("{cores:.2}"),
                        None => "none".into(),
                    }
                ),
            ),
            (
                "memory",
                format!(
                    "{} in all, cgroup limit {}",
                    machine::memory_total().map_or("unknown".into(), mib),
                    match memory {
                        Some((limit, used)) => format!("{}, of which {} are in use", mib(limit), mib(used)),
                        None => "none".into(),
                    }
                ),
            ),
        ];
        lines.push(("process_vm_readv", works(&readv, "large messages are copied through shared memory")));
        lines.push(("membarrier", works(&barrier, "senders use a fence")));
        lines.push(("memfd", works(&memfd, "jobs of several ranks cannot start here")));
        if let Some(us) = sleep {
            lines.push((
                "sleep and wake",
                format!("{us} us; waits spin for that long, 50 us at least, before they sleep"),
            ));
        }
        lines.push((
            "multicast",
            match &multicast {
                Ok(interfaces) => {
                    format!("joined and sent to on {}; --hosts tries whether it arrives", interfaces.join(", "))
                }
                Err(why) => format!("none ({why}); broadcasts between hosts go down a tree"),
            },
        ));
        let aes = match clump_fabric::sys::aes_bits() {
            0 => "none in hardware".to_owned(),
            bits => format!("{bits} bits at a time"),
        };
        lines.push(("AES", aes));
        for (i, s) in speeds.iter().enumerate() {
            let (cipher, ns) = (s.cipher.name(), s.time.as_nanos());
            let name = if i == 0 { "sealing, of 4 KiB" } else { "" };
            lines.push((name, format!("{cipher:<18} {ns:>5} ns")));
        }
        lines.iter().map(|(name, value)| format!("{name:<17} {value}\n")).collect()
    };
    match io::Write::write_all(&mut io::stdout(), text.as_bytes()) {
        Ok(()) => 0,
        Err(_) => 1,
    }
}

const PROFILE: &str = if cfg!(debug_assertions) { "debug" } else { "release" };

fn target() -> String {
    format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS)
}

fn kernel() -> String {
    rustix::system::uname().release().to_string_lossy().into_owned()
}

/// Fails if the system has no global, expedited membarrier, which sleeping ranks use.
fn membarrier() -> io::Result<()> {
    use rustix::thread::{MembarrierCommand, membarrier};
    membarrier(MembarrierCommand::RegisterGlobalExpedited)?;
    membarrier(MembarrierCommand::GlobalExpedited)?;
    Ok(())
}
