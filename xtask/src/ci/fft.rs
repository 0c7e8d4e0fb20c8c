//! Tests a large real program: mpi4py-fft, parallel Fourier transforms over FFTW, built from its source distribution
//! with our mpicc. It redistributes arrays with `MPI_Alltoallw` on subarray types, over `MPI_Cart_sub`'s communicators.
use super::{Job, Needs, Step, hosts, many};
use crate::process::Program;
use crate::{demo, need, python};
use anyhow::{Context, Result, bail};
use std::path::Path;

const VERSION: &str = "2.0.6";
/// mpi4py-fft's test files that use MPI, and how many tests each runs. test_io.py is left out, because it needs a
/// parallel HDF5, which needs MPI-IO.
const FILES: [(&str, u64); 3] = [("test_pencil.py", 1), ("test_darray.py", 4), ("test_mpifft.py", 2)];
/// Time limit of one launch, in seconds.
const SECONDS: u64 = 900;

/// Returns one step for each number of ranks, and one on two hosts. test_mpifft.py makes 3552 plans, each of which ends
/// in collectives. On four ranks of two cores that takes minutes, so it runs there only with `all_ranks`.
pub fn steps(all_ranks: bool) -> Vec<Step> {
    let on_four = if all_ranks { FILES.len() } else { FILES.len() - 1 };
    let here = |ranks: u32, files: usize| {
        let name = format!("mpi4py-fft {VERSION}'s tests on {ranks} ranks");
        many(&name, Needs::Python, move |job| {
            tests(job, &FILES[..files], |prefix| demo::launch_for(prefix, &ranks.to_string(), SECONDS))
        })
    };
    let name = format!("mpi4py-fft {VERSION}'s tests on 2 hosts x 2 ranks");
    let apart = many(&name, Needs::Python, move |job| {
        let test_hosts = hosts::two()?;
        tests(job, &FILES[..on_four], |prefix| hosts::launch(prefix, &test_hosts, 2, 4, SECONDS))
    });
    vec![here(2, FILES.len()), here(4, on_four), apart]
}

/// Runs the test files by `launch`.
fn tests(job: &Job, files: &[(&str, u64)], launch: impl Fn(&Path) -> Program) -> Result<u64> {
    need::ensure(&[need::C_COMPILER, need::FFTW])?;
    let python = job.python()?;
    let sources = python::with_mpicc(python, &job.prefix, "mpi4py-fft", VERSION)?;
    let mut passed = 0;
    for &(file, count) in files {
        let text = std::fs::read_to_string(sources.join("tests").join(file))?;
        let last = text.split("__main__").nth(1).with_context(|| format!("{file} runs nothing by itself"))?;
        let calls = last.lines().filter(|l| l.trim_start().starts_with("test_")).count() as u64;
        if calls != count {
            bail!("{file} calls {calls} tests, not {count}");
        }
        // A failed test is a Python exception, so the job fails.
        launch(&job.prefix)
            .arg(&python.bin)
            .arg("-B")
            .arg(sources.join("tests").join(file))
            .dir(&job.home)
            .within(SECONDS)
            .run()
            .with_context(|| file.to_owned())?;
        passed += count;
    }
    Ok(passed)
}
