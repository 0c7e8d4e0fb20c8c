//! A rank that dies in a collective call on a file: the job ends. Its report names the rank, the cause, the call and
//! the file of the other ranks. The file has what earlier calls wrote.
use super::Place;
use anyhow::{Context, Result, bail};

/// Bytes that each rank writes before the death.
const EACH: usize = 65536;
const RANKS: usize = 4;

pub fn check(place: &mut Place) -> Result<()> {
    for (how, code, cause, call) in [
        ("exchange", 128 + 25, "was killed by signal 25 (SIGXFSZ)", "MPI_File_write_at_all"),
        ("split", 128 + 9, "was killed by signal 9 (SIGKILL)", "MPI_File_write_at_all_end"),
        ("request", 128 + 9, "was killed by signal 9 (SIGKILL)", "MPI_Wait"),
        ("close", 128 + 9, "was killed by signal 9 (SIGKILL)", "MPI_File_close"),
    ] {
        let file = place.home.join("file-death");
        let _ = std::fs::remove_file(&file);
        let program = place.launch(&[], &RANKS.to_string()).arg(place.path("file_death")).arg(how).arg(&file);
        let outcome = program.within(super::SECONDS).outcome()?;
        let waited = format!("ranks 0, 2-3: in {call} on {}", file.display());
        let missing = ["rank 1 (pid ", cause, &waited].into_iter().find(|words| !outcome.output.contains(words));
        if outcome.status.code() != Some(code) || missing.is_some() {
            let (ended, said) = (outcome.status, outcome.output);
            bail!("a rank that dies ({how}): ended with {ended}, lacks `{}`:\n{said}", missing.unwrap_or_default());
        }
        let bytes = std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let written = bytes.chunks(EACH).take(RANKS).zip(b'a'..).filter(|(part, byte)| part.iter().all(|b| b == byte));
        if written.count() != RANKS {
            bail!("a rank that dies ({how}): what an earlier call wrote is not in the file");
        }
        place.passed += 1;
    }
    Ok(())
}
