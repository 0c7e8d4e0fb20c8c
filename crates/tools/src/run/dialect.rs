//! Translates the options of MPICH's (Hydra's) and Open MPI's mpiexec, with one dash or two, into options of `clump
//! run`.
use super::Failure;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

/// The meaning of another mpiexec's option for `clump run`.
#[derive(Clone, Copy)]
enum Means {
    /// An option of `clump run` without a value.
    Switch(&'static str),
    /// An option of `clump run` with one value.
    Value(&'static str),
    /// `K=V`, or `K` and `V` as two arguments.
    Assign(&'static str),
    /// `K=V`, or `K` alone, which asks to export a variable that the ranks inherit anyway.
    Export,
    /// The value is `none`, or the kind of resource to bind to.
    BindTo,
    /// Open MPI 5's list of things to print at the start.
    Display,
    /// Open MPI 4's directory for the output of all ranks.
    OutputDir,
    /// Selects the rank that gets standard input; `clump run` accepts only rank 0.
    Stdin,
    /// Open MPI 5's list of ways to print output.
    Output,
    /// Open MPI's choice of what faults do: `ulfm` (or `mpi`, or a word for yes) or nothing new.
    WithFt,
    /// How ranks are placed: as `clump run` places them, or Open MPI's number of ranks on each host (`ppr:N:node`).
    MapBy,
    /// The processor that the program is for, which must be this machine's (MPI 5.0, 11.5).
    Arch,
    /// An option that has no effect here, for a reason that the help tells; this many values follow.
    Ignore(u8),
    /// An option that `clump run` refuses, because the user would not get what the option asks for.
    Refuse(&'static str),
}
use Means::*;

/// What the end of the help says of the options without effect.
const WITHOUT_EFFECT: &str = "Options of other launchers that are accepted and change nothing, because it is so \
     anyway (more ranks than cores, root, all variables exported, ranks placed host by host, as many ranks as \
     --soft asks for) or because Clump finds it by itself (interfaces, launchers, parameters of other libraries):";
const BY_HOST: &str = "ranks are placed host by host; --ppn N puts N on each";
const HOSTS: &str = "name the hosts with --hosts or --hostfile instead";

#[rustfmt::skip]
const OPTIONS: &[(&[&str], Means)] = &[
    (&["n", "np", "c"], Value("--np")),
    (&["ppn", "perhost", "N", "npernode", "ranks-per-node"], Value("--ppn")),
    (&["label", "l", "prepend-rank", "tag-output"], Switch("--label")),
    (&["timeout"], Value("--timeout")),
    (&["grace"], Value("--grace")),
    (&["env"], Assign("--env")),
    (&["genv"], Assign("--genv")),
    (&["x"], Export),
    (&["initial-errhandler"], Value("--initial-errhandler")),
    (&["wdir", "wd", "dir"], Value("--wdir")),
    (&["path"], Value("--path")),
    (&["bind"], Value("--bind")),
    (&["bind-to", "binding"], BindTo),
    (&["cpu-set", "cpu-list"], Value("--cpu-set")),
    (&["report-bindings"], Switch("--report-bindings")),
    (&["display-map", "display-allocation", "print-rank-map"], Switch("--display-map")),
    (&["display"], Display),
    (&["output-file", "outfile-pattern"], Value("--output-file")),
    (&["error-file", "errfile-pattern"], Value("--error-file")),
    (&["output-filename", "output-directory"], OutputDir),
    (&["merge-stderr-to-stdout"], Switch("--merge-stderr-to-stdout")),
    (&["no-shared-heap"], Switch("--no-shared-heap")),
    (&["other-mpi"], Switch("--other-mpi")),
    (&["torch"], Switch("--torch")),
    (&["sockets"], Switch("--sockets")),
    (&["ends-with"], Value("--ends-with")),
    (&["survive", "disable-auto-cleanup", "enable-recovery"], Switch("--survive")),
    (&["with-ft"], WithFt),
    (&["v", "verbose"], Switch("--verbose")),
    (&["summary"], Switch("--summary")),
    (&["trace"], Value("--trace")),
    (&["metrics"], Value("--metrics")),
    (&["help"], Switch("--help")),
    (&["h", "?"], Switch("-h")),
    (&["V", "version"], Switch("--version")),
    (&["host", "hosts", "H"], Value("--hosts")),
    (&["hostfile", "machinefile", "default-hostfile", "f"], Value("--hostfile")),
    (&["rsh"], Value("--rsh")),
    (&["agents"], Switch("--agents")),
    (&["secret-file"], Value("--secret-file")),
    (&["agent-port"], Value("--agent-port")),
    (&["wait-for-hosts"], Value("--wait-for-hosts")),
    (&["host-timeout"], Value("--host-timeout")),
    (&["insecure"], Switch("--insecure")),
    (&["cipher"], Value("--cipher")),
    (&["ports"], Value("--ports")),
    (&["progress"], Switch("--progress")),
    (&["ports-dir"], Value("--ports-dir")),
    (&["check"], Switch("--check")),
    (&["s", "stdin"], Stdin),
    (&["output"], Output),
    (&["q", "quiet", "oversubscribe", "nooversubscribe", "no-oversubscribe", "allow-run-as-root", "genvall", "envall",
       "use-hwthread-cpus", "noprefix", "byslot",
       "report-state-on-timeout", "get-stack-traces", "timestamp-output", "do-not-resolve"], Ignore(0)),
    (&["soft", "prefix", "launcher", "bootstrap", "rmk",
       "iface", "genvlist", "envlist", "tune", "am", "membind", "topolib", "runtime-options", "personality"],
       Ignore(1)),
    (&["launcher-exec", "bootstrap-exec"], Value("--rsh")),
    (&["map-by", "rank-by"], MapBy),
    (&["arch"], Arch),
    (&["bynode"], Refuse(BY_HOST)),
    (&["usize"], Refuse("MPI_Comm_spawn starts as many ranks as are asked for, whatever MPI_UNIVERSE_SIZE says")),
    (&["file"], Refuse("write its options on the command line, or the programs in a file for -configfile")),
    (&["mca", "gmca", "omca", "prtemca", "pmixmca", "gprtemca", "gpmixmca"], Ignore(2)),
    (&["envnone", "genvnone"], Refuse("start the program as `env -i PROGRAM` instead")),
    (&["configfile"], Refuse("it stands alone: `mpiexec -configfile FILE`")),
    (&["app"], Refuse("write the programs on the command line, with ` : ` between them, or in a file for -configfile")),
    (&["nolocal"], Refuse(HOSTS)),
    (&["add-host", "add-hostfile", "dvm", "dvm-uri"], Refuse(HOSTS)),
    (&["gdb", "tv", "debug", "ddt"], Refuse("start each rank under a debugger instead, as in `xterm -e gdb ./prog`")),
];

/// The first argument of a launcher that a rank starts (MPI_Comm_spawn).
pub const SPAWNED: &str = "--spawned";

/// Splits the arguments at each `:` and translates the options of each program into those of [`super::RunArgs`],
/// followed by `--` and the program with its own arguments.
pub fn translate(args: &[OsString]) -> Result<Vec<Vec<OsString>>, Failure> {
    match args.split_first() {
        Some((first, counted)) if first == SPAWNED => spawned(counted),
        Some((first, [file])) if first == "-configfile" || first == "--configfile" => configured(file),
        _ => args.split(|arg| arg == ":").map(one_program).collect(),
    }
}

/// Translates what a rank writes: in front of each program the number of its words, which may be any.
fn spawned(mut args: &[OsString]) -> Result<Vec<Vec<OsString>>, Failure> {
    let mut programs = Vec::new();
    while let Some((count, rest)) = args.split_first() {
        let count = count.to_str().and_then(|count| count.parse().ok());
        let (program, rest) = count.and_then(|count| rest.split_at_checked(count)).ok_or_else(|| {
            Failure::usage(format!("{SPAWNED}: only MPI_Comm_spawn of the same version of Clump starts this launcher"))
        })?;
        let mut words = one_program(program)?;
        words.insert(0, SPAWNED.into());
        programs.push(words);
        args = rest;
    }
    Ok(programs)
}

/// Translates a file of the standard's form B (MPI 5.0, 11.5): a line for each program, with its options. Lines that
/// begin with # are comments.
fn configured(file: &OsStr) -> Result<Vec<Vec<OsString>>, Failure> {
    let shown = file.to_string_lossy();
    let text = std::fs::read_to_string(file)
        .map_err(|e| Failure::usage(format!("-configfile {shown}: the file cannot be read: {e}")))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.trim().starts_with('#'));
    let programs = lines.map(|(number, line)| {
        let words = shlex::split(line).ok_or_else(|| {
            let number = number + 1;
            Failure::usage(format!("-configfile {shown}: line {number}: a quotation does not end: {line}"))
        })?;
        one_program(&words.into_iter().map(OsString::from).collect::<Vec<_>>())
    });
    let programs: Vec<_> = programs.collect::<Result<_, _>>()?;
    match programs.is_empty() {
        true => Err(Failure::usage(format!("-configfile {shown}: the file names no program"))),
        false => Ok(programs),
    }
}

/// Returns the end of the help: the options that have no effect.
pub fn without_effect() -> String {
    let ignored = OPTIONS.iter().filter(|(_, means)| matches!(means, Ignore(_)));
    let names: Vec<String> = ignored.flat_map(|(names, _)| names.iter()).map(|name| format!("--{name}")).collect();
    format!("{WITHOUT_EFFECT} {}.", names.join(", "))
}

fn one_program(args: &[OsString]) -> Result<Vec<OsString>, Failure> {
    let mut out = Vec::new();
    let mut rest = args.iter();
    while let Some(arg) = rest.as_slice().first() {
        let bytes = arg.as_bytes();
        if bytes == b"--" {
            rest.next();
            break;
        }
        if bytes.len() < 2 || bytes[0] != b'-' {
            break;
        }
        rest.next();
        option(arg, &mut rest, &mut out)?;
    }
    join_hosts(&mut out);
    out.push("--".into());
    out.extend(rest.cloned());
    Ok(out)
}

/// Makes one list of the hosts of several options: `--host a --host b` names both.
fn join_hosts(words: &mut Vec<OsString>) {
    const HOSTS: &[u8] = b"--hosts=";
    let lists: Vec<OsString> = words.extract_if(.., |word| word.as_bytes().starts_with(HOSTS)).collect();
    let names: Vec<&[u8]> = lists.iter().map(|list| &list.as_bytes()[HOSTS.len()..]).collect();
    if !names.is_empty() {
        words.push(OsStr::from_bytes(&[HOSTS, &names.join(&b',')].concat()).into());
    }
}

fn option(arg: &OsStr, rest: &mut std::slice::Iter<'_, OsString>, out: &mut Vec<OsString>) -> Result<(), Failure> {
    let text = arg.to_string_lossy();
    let body = text.strip_prefix("--").or_else(|| text.strip_prefix('-')).unwrap_or(&text);
    let (name, mut inline) = match arg.as_bytes().iter().position(|&b| b == b'=') {
        Some(at) => (body.split('=').next().unwrap_or(body), Some(OsStr::from_bytes(&arg.as_bytes()[at + 1..]).into())),
        None => (body, None::<OsString>),
    };
    // The form `-n4`.
    let (name, means) = match (find(name), name.strip_prefix('n').filter(|n| n.parse::<u32>().is_ok())) {
        (Some(means), _) => (name, means),
        (None, Some(number)) => {
            inline = Some(number.into());
            ("n", Value("--np"))
        }
        (None, None) => return Err(unknown(&text, name)),
    };
    let mut value = |what: &str| {
        inline.take().or_else(|| rest.next().cloned()).ok_or_else(|| Failure::usage(format!("{text} needs {what}")))
    };
    let mut put = |flag: &str, value: Option<OsString>| {
        let mut word = OsString::from(flag);
        if let Some(value) = value {
            word.push("=");
            word.push(value);
        }
        out.push(word);
    };
    match means {
        Switch(flag) => put(flag, None),
        Value(flag) if name == "N" || flag != "--np" => put(flag, Some(value("a value")?)),
        Value(flag) => put(flag, Some(value("the number of ranks")?)),
        Assign(flag) => {
            let mut pair = value("NAME=value")?;
            if !pair.as_bytes().contains(&b'=') {
                let second = value("a value after the variable's name")?;
                pair.push("=");
                pair.push(second);
            }
            put(flag, Some(pair));
        }
        Export => {
            let pair = value("NAME=value, or NAME")?;
            if pair.as_bytes().contains(&b'=') {
                put("--env", Some(pair));
            }
        }
        WithFt => match value("what faults do")?.to_string_lossy().to_lowercase().as_str() {
            "ulfm" | "mpi" | "yes" | "true" | "on" | "1" => put("--survive", None),
            "none" | "no" | "false" | "off" | "0" => {}
            other => return Err(Failure::usage(format!("-with-ft {other}: write `ulfm`, or `none`"))),
        },
        BindTo => {
            let to = value("what to bind to")?.to_string_lossy().into_owned();
            match to.split(':').next().unwrap_or_default() {
                "none" | "off" => put("--bind", Some("none".into())),
                "core" | "hwthread" | "cpu" | "rr" => put("--bind", Some("core".into())),
                "user" => {
                    put("--bind", Some("core".into()));
                    if let Some((_, cores)) = to.split_once(':') {
                        put("--cpu-set", Some(cores.into()));
                    }
                }
                "socket" | "package" | "numa" | "board" | "machine" | "l1cache" | "l2cache" | "l3cache" => {}
                other => {
                    return Err(Failure::usage(format!("{text} {other}: known are none, core and hwthread")));
                }
            }
        }
        MapBy => {
            let by = value("how to place ranks")?.to_string_lossy().into_owned();
            let mut parts = by.split(':');
            match (parts.next(), parts.next(), parts.next()) {
                (Some("ppr"), Some(count), Some("node")) => put("--ppn", Some(count.into())),
                (Some("slot" | "core" | "hwthread" | "socket" | "package" | "numa" | "l3cache"), None, None) => {}
                (Some("slot" | "core" | "hwthread"), Some(more), None)
                    if more.eq_ignore_ascii_case("oversubscribe") => {}
                _ => return Err(Failure::usage(format!("{text} {by} is not supported: {BY_HOST}"))),
            }
        }
        Arch => {
            let arch = value("a processor")?;
            if arch != std::env::consts::ARCH {
                let arch = arch.to_string_lossy();
                return Err(Failure::usage(format!("{text} {arch}: this machine is {}", std::env::consts::ARCH)));
            }
        }
        Stdin => {
            let rank = value("a rank")?;
            if rank != "0" {
                let rank = rank.to_string_lossy();
                return Err(Failure::usage(format!("{text} {rank}: standard input goes to rank 0 and to no other")));
            }
        }
        Output => {
            let how = value("how to print output")?.to_string_lossy().into_owned();
            for word in qualified(&how).split(',') {
                match word.split_once('=').unwrap_or((word, "")) {
                    ("tag" | "tag-detailed" | "tag-fullname" | "rank", _) => put("--label", None),
                    ("merge" | "merge-stderr-to-stdout", _) => put("--merge-stderr-to-stdout", None),
                    ("timestamp" | "xml" | "raw", _) => {}
                    ("dir" | "directory", dir) if !dir.is_empty() => to_files(in_directory(dir), &mut put),
                    ("file", file) if !file.is_empty() => {
                        let file = format!("{}.%r", literally(file));
                        to_files([file.clone(), file], &mut put);
                    }
                    _ => {
                        return Err(Failure::usage(format!(
                            "{text} {word}: known are tag, rank, merge, file=NAME and dir=NAME"
                        )));
                    }
                }
            }
        }
        Display => {
            let what = value("what to display")?.to_string_lossy().into_owned();
            for word in qualified(&what).split(',') {
                match word {
                    "map" | "map-devel" | "allocation" => put("--display-map", None),
                    "bind" | "bindings" => put("--report-bindings", None),
                    _ => {
                        let known = "known are map, allocation and bind";
                        return Err(Failure::usage(format!("{text} {word}: {known}")));
                    }
                }
            }
        }
        OutputDir => {
            let dir = value("a directory")?.to_string_lossy().into_owned();
            to_files(in_directory(qualified(&dir)), &mut put);
        }
        Ignore(values) => {
            for _ in 0..values {
                value("a value")?;
            }
        }
        Refuse(why) => return Err(Failure::usage(format!("{text} is not supported: {why}"))),
    }
    match inline {
        Some(extra) => Err(Failure::usage(format!("{text}: the option takes no value `{}`", extra.to_string_lossy()))),
        None => Ok(()),
    }
}

/// Removes Open MPI's words behind a colon after a list or a name. They select ways to copy and to name, of which
/// `clump run` has only one.
fn qualified(text: &str) -> &str {
    const KNOWN: [&str; 6] = ["nocopy", "copy", "nojobid", "raw", "pattern", "parseable"];
    let known = |words: &str| words.split(',').all(|word| KNOWN.contains(&word.to_ascii_lowercase().as_str()));
    text.rsplit_once(':').filter(|(_, words)| known(words)).map_or(text, |(before, _)| before)
}

/// Returns the files for standard output and standard error in Open MPI's output directory. The 1 in their names is
/// Open MPI's number of the job.
fn in_directory(dir: &str) -> [String; 2] {
    ["stdout", "stderr"].map(|stream| format!("{}/1/rank.%R/{stream}", literally(dir)))
}

/// Quotes a name, so that no part of the name stands for a rank.
fn literally(name: &str) -> String {
    name.replace('%', "%%")
}

fn to_files([out, err]: [String; 2], put: &mut impl FnMut(&str, Option<OsString>)) {
    put("--output-file", Some(out.into()));
    put("--error-file", Some(err.into()));
}

fn find(name: &str) -> Option<Means> {
    OPTIONS.iter().find(|(names, _)| names.contains(&name)).map(|&(_, means)| means)
}

fn unknown(text: &str, name: &str) -> Failure {
    let guess = nearest(name).map_or_else(String::new, |known| format!("; did you mean --{known}?"));
    Failure::usage(format!("unknown option {text}{guess} (see --help)"))
}

/// Returns the option that the user has most likely meant: at most one letter in four is wrong, missing, superfluous
/// or misplaced. Ignores short names, which resemble too many other names.
fn nearest(name: &str) -> Option<&'static str> {
    let names = OPTIONS.iter().flat_map(|(names, _)| names.iter()).filter(|known| known.len() > 2);
    let distances = names.map(|&known| (strsim::osa_distance(known, name), known));
    let near = |&(distance, known): &(usize, &str)| distance <= known.len().min(name.len()).div_ceil(4).min(3);
    distances.filter(near).min_by_key(|&(distance, _)| distance).map(|(_, known)| known)
}

#[cfg(test)]
mod tests;
