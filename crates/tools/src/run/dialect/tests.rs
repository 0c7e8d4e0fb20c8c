//! Options of every dialect, and what they become.
use super::*;

fn words(line: &str) -> Result<Vec<String>, String> {
    let args: Vec<OsString> = line.split(' ').map(Into::into).collect();
    match translate(&args) {
        Ok(all) => {
            Ok(all.iter().map(|one| one.iter().map(|w| w.to_str().unwrap()).collect::<Vec<_>>().join(" ")).collect())
        }
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
fn an_option_that_cannot_be_obeyed_says_so() {
    assert_eq!(words("--map-by ppr:2:node prog").unwrap(), ["--ppn=2 -- prog"]);
    assert_eq!(words("-launcher-exec plink prog").unwrap(), ["--rsh=plink -- prog"]);
    assert_eq!(words(&format!("-arch {} -soft 1:4 prog", std::env::consts::ARCH)).unwrap(), ["-- prog"]);
    for (line, says) in [
        ("--map-by node prog", "--ppn"),
        ("--map-by ppr:1:socket prog", "--ppn"),
        ("--bynode prog", "--ppn"),
        ("-usize 4 prog", "MPI_UNIVERSE_SIZE"),
        ("-arch sparc prog", std::env::consts::ARCH),
        ("-file x prog", "-configfile"),
        ("-n 2 -configfile x", "stands alone"),
    ] {
        let text = words(line).unwrap_err();
        assert!(text.contains(says), "{line}: {text}");
    }
    assert!(without_effect().contains("--oversubscribe"));
}

#[test]
fn hosts_of_several_options_add_up() {
    assert_eq!(words("--host a --host b:2 --ppn 1 prog").unwrap(), ["--ppn=1 --hosts=a,b:2 -- prog"]);
}

#[test]
fn a_file_names_a_program_in_each_line() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("programs");
    let line = format!("-configfile {}", file.display());
    std::fs::write(&file, "# a server\n-n 1 ./server 'a b'\n\n-n 3 ./client :\n").unwrap();
    assert_eq!(words(&line).unwrap(), ["--np=1 -- ./server a b", "--np=3 -- ./client :"]);
    for (text, says) in [("", "names no program"), ("-n 1 'x", "line 1")] {
        std::fs::write(&file, text).unwrap();
        assert!(words(&line).unwrap_err().contains(says));
    }
    assert!(words("-configfile /nowhere/x").unwrap_err().contains("cannot be read"));
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
    for line in ["-host a:2,b prog", "-hosts a:2,b prog", "--host=a:2,b prog", "-H a:2,b prog", "--hosts a:2,b prog"] {
        assert_eq!(words(line).unwrap(), ["--hosts=a:2,b -- prog"]);
    }
    assert_eq!(words("-f list -ppn 2 prog").unwrap(), ["--hostfile=list --ppn=2 -- prog"]);
}
