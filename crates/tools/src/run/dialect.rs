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
    /// An option that has no effect on one machine; this many values follow.
    Ignore(u8),
    /// An option that `clump run` refuses, because the user would not get what the option asks for.
    Refuse(&'static str),
}
use Means::*;

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
    (&["v", "verbose"], Switch("--verbose")),
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
       "use-hwthread-cpus", "noprefix", "bynode", "byslot",
       "report-state-on-timeout", "get-stack-traces", "timestamp-output", "do-not-resolve"], Ignore(0)),
    (&["map-by", "rank-by", "prefix", "launcher", "launcher-exec", "bootstrap", "bootstrap-exec", "rmk",
       "iface", "usize", "genvlist", "envlist", "tune", "am", "membind", "topolib", "runtime-options", "personality"],
       Ignore(1)),
    (&["mca", "gmca", "omca", "prtemca", "pmixmca", "gprtemca", "gpmixmca"], Ignore(2)),
    (&["envnone", "genvnone"], Refuse("start the program as `env -i PROGRAM` instead")),
    (&["configfile", "app"], Refuse("write the programs on the command line, with ` : ` between them")),
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
    out.push("--".into());
    out.extend(rest.cloned());
    Ok(out)
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
mod tests {
    use super::*;

    fn words(line: &str) -> Result<Vec<String>, String> {
        let args: Vec<OsString> = line.split(' ').map(Into::into).collect();
        match translate(&args) {
            Ok(all) => Ok(all
                .iter()
                .map(|one| one.iter().map(|w| w.to_str().unwrap()).collect::<Vec<_>>().join(" "))
                .collect()),
            Err(e) => Err(e.message),
        }
    }

    #[test]
    fn both_dialects_mean_the_same() {
        let ours = ["--np=4 --env=A=b --wdir=/tmp --label -- prog -n 1"];
        assert_eq!(words("-n 4 -env A b -wdir /tmp -l prog -n 1").unwrap(), ours);
        assert_eq!(words("--np 4 -x A=b --mca btl self,sm --wdir /tmp --tag-output prog -n 1").unwrap(), ours);
        assert_eq!(words("-n4 --env=A=b -wdir=/tmp -x HOME -prepend-rank -- prog -n 1").unwrap(), ours);
    }

    #[test]
    fn programs_are_split_at_colons() {
        assert_eq!(words("-n 1 a b : -n 3 c").unwrap(), ["--np=1 -- a b", "--np=3 -- c"]);
    }

    #[test]
    fn programs_of_a_rank_are_counted_so_that_no_argument_can_begin_another() {
        let line = "--spawned 7 -n 1 -- a \u{1f} : 4 5 -n 2 -- b --";
        assert_eq!(words(line).unwrap(), ["--spawned --np=1 -- a \u{1f} : 4", "--spawned --np=2 -- b --"]);
        for wrong in ["--spawned 3 -n 1", "--spawned x -- a", "--spawned -- a", "--spawned 18446744073709551615 a"] {
            assert!(words(wrong).unwrap_err().contains("only MPI_Comm_spawn"), "{wrong}");
        }
    }

    #[test]
    fn harmless_options_vanish_with_their_values() {
        let line = "--oversubscribe --allow-run-as-root --map-by core --bind-to none -genvall --mca a b -q prog";
        assert_eq!(words(line).unwrap(), ["--bind=none -- prog"]);
    }

    #[test]
    fn unknown_options_name_the_nearest() {
        let text = words("--labl prog").unwrap_err();
        assert!(text.contains("--labl") && text.contains("--label"), "{text}");
        let text = words("-prepend-rnak prog").unwrap_err();
        assert!(text.contains("did you mean --prepend-rank?"), "{text}");
        for far in ["--foo", "--frobnicate", "-nq", "--z", "--use-gpu", "--coffee", "--stream", "--numa"] {
            let text = words(&format!("{far} prog")).unwrap_err();
            assert!(text == format!("unknown option {far} (see --help)"), "{text}");
        }
        let text = words("-n").unwrap_err();
        assert!(text.contains("-n needs the number of ranks"), "{text}");
        let text = words("--label=5 prog").unwrap_err();
        assert!(text.contains("takes no value"), "{text}");
    }

    #[test]
    fn files_for_output_are_named_in_every_dialect() {
        let ours = ["--output-file=a.%r --error-file=b.%h -- prog"];
        assert_eq!(words("-outfile-pattern a.%r -errfile-pattern=b.%h prog").unwrap(), ours);
        assert_eq!(words("--output-file a.%r --error-file b.%h prog").unwrap(), ours);
        let directory = ["--output-file=a%%/1/rank.%R/stdout --error-file=a%%/1/rank.%R/stderr -- prog"];
        for line in ["--output-filename a% prog", "--output dir=a% prog", "--output-filename a%:nocopy,nojobid prog"] {
            assert_eq!(words(line).unwrap(), directory);
        }
        let file = ["--label --merge-stderr-to-stdout --output-file=x/a.%r --error-file=x/a.%r -- prog"];
        assert_eq!(words("--output tag,merge,file=x/a:nocopy prog").unwrap(), file);
        assert!(words("--output file prog").unwrap_err().contains("known are tag"));
    }

    #[test]
    fn options_that_print_at_the_start_are_kept() {
        let ours = ["--report-bindings --display-map -- prog"];
        assert_eq!(words("--report-bindings --display-map prog").unwrap(), ours);
        assert_eq!(words("--display bind,map prog").unwrap(), ours);
        assert_eq!(words("-bind-to user:2,0 prog").unwrap(), ["--bind=core --cpu-set=2,0 -- prog"]);
        assert_eq!(words("--cpu-list 0-2 prog").unwrap(), ["--cpu-set=0-2 -- prog"]);
        assert!(words("--display topo prog").unwrap_err().contains("known are map"));
    }

    #[test]
    fn hosts_are_named_in_every_dialect() {
        for line in
            ["-host a:2,b prog", "-hosts a:2,b prog", "--host=a:2,b prog", "-H a:2,b prog", "--hosts a:2,b prog"]
        {
            assert_eq!(words(line).unwrap(), ["--hosts=a:2,b -- prog"]);
        }
        assert_eq!(words("-f list -ppn 2 prog").unwrap(), ["--hostfile=list --ppn=2 -- prog"]);
    }
}
