//! Runs programs under `ulimit`: file size, address space, open files.
use super::Place;
use anyhow::Result;

pub fn check(place: &mut Place) -> Result<()> {
    let (exchange, oversubscribed) = (place.path("exchange"), place.path("oversubscribed"));
    let size = place.launch(&["prlimit", "--fsize=1048576"], "8").arg(&exchange);
    place.explain("a file size too small for the job's shared memory", size, &["file size", "ulimit -f"])?;
    // Ranks write no file, so a limit on file size is harmless.
    let ranks = place.launch(&[], "3").args(["prlimit", "--fsize=4096"]).arg(&exchange);
    place.succeed("a small file size for the ranks", ranks)?;

    let space = place.launch(&["prlimit", "--as=100000000"], "64").arg(&oversubscribed);
    place.explain("too little address space for the launcher", space, &["cannot map", "ulimit -v"])?;
    let space = place.launch(&[], "64").args(["prlimit", "--as=100000000"]).arg(&oversubscribed);
    place.explain("too little address space for the ranks", space, &["MPI_Init", "cannot map", "ulimit -v"])?;

    let files = place.launch(&[], "3").args(["prlimit", "--nofile=8"]).arg(&exchange);
    place.succeed("few open files for the ranks", files)
}
