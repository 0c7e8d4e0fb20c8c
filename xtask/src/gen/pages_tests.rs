//! Tests of the man pages of the MPI functions.
use super::*;
use std::process::{Command, Stdio};

fn pages() -> Vec<Page> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace");
    man_pages(root, "1.0").expect("each function has its description")
}

fn text(name: &str) -> String {
    pages().into_iter().find(|page| page.name == name).expect("a page").text
}

#[test]
fn a_page_has_both_prototypes_fortran_directions_errors_and_other_forms() {
    let page = text("MPI_Send");
    for part in [
        "MPI_Send, MPI_Send_c \\- sends a message\n",
        "int MPI_Send(const void *buf, int count, MPI_Datatype datatype,",
        "int MPI_Send_c(const void *buf, MPI_Count count,",
        "use mpi_f08\nsubroutine MPI_Send(buf, count, datatype, dest, tag, comm, ierror)\n",
        "  integer, intent(in) :: dest\n",
        ".I buf\nin, const void *\n",
        ".I count\nin, int (MPI_Count in MPI_Send_c)\n",
        "See MPI 5.0, chapter 3.\n",
        "the communicator's error handler runs first",
        ".B MPI_ERR_RANK\n",
        ".BR MPI_Isend (3),\n.BR MPI_Send_init (3),\n.BR mpicc (1),",
    ] {
        assert!(page.contains(part), "no `{part}` in\n{page}");
    }
    assert!(!page.contains("MPI_ERR_TRUNCATE") && !page.contains("MPI_ERR_ROOT"), "{page}");
    assert!(text("MPI_Recv").contains(".B MPI_ERR_TRUNCATE\n"));
}

#[test]
fn a_form_of_a_collective_is_described_by_its_blocking_form() {
    let started = text("MPI_Ibcast");
    assert!(started.contains("\\- starts MPI_Bcast, which sends the root's elements to all ranks\n"), "{started}");
    assert!(started.contains(".I buffer\nin and out, void *\n"), "{started}");
    assert!(started.contains(".I request\nout, MPI_Request *\n"), "{started}");
    let made = text("MPI_Allgather_init");
    assert!(made.contains("persistent request for MPI_Allgather, which") && made.contains(".BR MPI_Start (3),"));
}

#[test]
fn directions_follow_the_functions_meaning() {
    for (function, parameter, expected) in [
        ("MPI_Wait", "request", "in and out"),
        ("MPI_Comm_free", "comm", "in and out"),
        ("MPI_Mprobe", "message", "out"),
        ("MPI_Mrecv", "message", "in and out"),
        ("MPI_Comm_spawn", "argv", "in"),
        ("MPI_Pack", "position", "in and out"),
        ("MPI_Win_create", "base", "in"),
        ("MPI_Comm_get_attr", "attribute_val", "out"),
        ("MPI_Comm_set_attr", "attribute_val", "in"),
        ("MPI_Testall", "array_of_statuses", "out"),
        ("MPI_Group_range_incl", "ranges", "in"),
    ] {
        let page = text(function);
        assert!(page.contains(&format!(".I {parameter}\n{expected}, ")), "{function}: {page}");
    }
}

#[test]
fn every_reference_leads_to_a_page_and_every_name_has_one() {
    let pages = pages();
    let names: Vec<&str> = pages.iter().map(|p| p.name.as_str()).collect();
    assert!(names.len() > 450, "{}", names.len());
    for page in &pages {
        let mut references: Vec<&str> = page.text.lines().filter(|line| line.starts_with(".BR ")).collect();
        let all = references.len();
        references.sort_unstable();
        references.dedup();
        assert_eq!(references.len(), all, "{} refers to a page twice", page.name);
        for other in page.text.lines().filter_map(|l| l.strip_prefix(".BR MPI_")?.split(' ').next()) {
            assert!(names.contains(&format!("MPI_{other}").as_str()), "{} names MPI_{other}", page.name);
        }
        let synopsis = page.text.lines().skip_while(|line| *line != ".nf").take_while(|line| *line != ".fi");
        assert!(synopsis.map(str::len).max() <= Some(110), "{}", page.name);
    }
}

/// groff warns of unknown macros, unbalanced fonts and lines that do not fit.
#[test]
fn groff_finds_nothing_to_warn_of() {
    let formatter = || {
        let mut groff = Command::new("groff");
        groff.args(["-man", "-ww", "-Tascii", "-rLL=100n", "-z"]);
        groff
    };
    let Ok(child) = formatter().stdin(Stdio::piped()).stderr(Stdio::piped()).spawn() else {
        return eprintln!("no groff: not tried");
    };
    let mut all = String::new();
    for page in pages() {
        all += &page.text;
    }
    let said = given(child, &all);
    assert!(said.is_empty(), "{said}");
    let child = formatter().stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("groff has just started");
    let spoiled = given(child, &all.replacen(".SH SYNOPSIS", ".SHX SYNOPSIS", 1));
    assert!(spoiled.contains("SHX"), "groff says nothing of an unknown macro: {spoiled}");
}

/// Hands the text to the child, and returns what the child says on standard error.
fn given(mut child: std::process::Child, text: &str) -> String {
    use std::io::Write;
    child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("groff reads");
    let out = child.wait_with_output().expect("groff ends");
    String::from_utf8_lossy(&out.stderr).into_owned()
}
