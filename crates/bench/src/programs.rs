//! Compiles the C programs of `bench/c` once for each ABI, and provides the scripts of `bench/python`.
use super::job::Job;
use super::systems::{Abi, System};
use clump_tools::measure::programs::{self, Source};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The headers that the programs include, by file name.
const HEADERS: [(&str, &str); 8] = [
    ("common.h", include_str!("../../../bench/c/common.h")),
    ("count.h", include_str!("../../../bench/c/count.h")),
    ("layering.h", include_str!("../../../bench/c/layering.h")),
    ("mp_fm1.h", include_str!("../../../examples/personalities/mp_fm1.h")),
    ("mp_fm2.h", include_str!("../../../examples/personalities/mp_fm2.h")),
    ("mp_queues.h", include_str!("../../../examples/personalities/mp_queues.h")),
    ("pair.h", include_str!("../../../bench/c/pair.h")),
    ("plain.h", include_str!("../../../bench/c/plain.h")),
];
const SOURCES: [(&str, &str); 40] = [
    ("latency", include_str!("../../../bench/c/latency.c")),
    ("bandwidth", include_str!("../../../bench/c/bandwidth.c")),
    ("buffers", include_str!("../../../bench/c/buffers.c")),
    ("osu", include_str!("../../../bench/c/osu.c")),
    ("stranger", include_str!("../../../bench/c/stranger.c")),
    ("jobs", include_str!("../../../bench/c/jobs.c")),
    ("strided", include_str!("../../../bench/c/strided.c")),
    ("files", include_str!("../../../bench/c/files.c")),
    ("loss", include_str!("../../../bench/c/loss.c")),
    ("overlap", include_str!("../../../bench/c/overlap.c")),
    ("incast", include_str!("../../../bench/c/incast.c")),
    ("neighbour", include_str!("../../../bench/c/neighbour.c")),
    ("onesided", include_str!("../../../bench/c/onesided.c")),
    ("arrays", include_str!("../../../bench/c/arrays.c")),
    ("shmem", include_str!("../../../bench/c/shmem.c")),
    ("rate", include_str!("../../../bench/c/rate.c")),
    ("queues", include_str!("../../../bench/c/queues.c")),
    ("threads", include_str!("../../../bench/c/threads.c")),
    ("exchange", include_str!("../../../bench/c/exchange.c")),
    ("collectives", include_str!("../../../bench/c/collectives.c")),
    ("prepared", include_str!("../../../bench/c/prepared.c")),
    ("torus", include_str!("../../../bench/c/torus.c")),
    ("partitions", include_str!("../../../bench/c/partitions.c")),
    ("broadcast", include_str!("../../../bench/c/broadcast.c")),
    ("spawn", include_str!("../../../bench/c/spawn.c")),
    ("startup", include_str!("../../../bench/c/startup.c")),
    ("instructions", include_str!("../../../bench/c/instructions.c")),
    ("memory", include_str!("../../../bench/c/memory.c")),
    ("floors", include_str!("../../../bench/c/floors.c")),
    ("datagrams", include_str!("../../../bench/c/datagrams.c")),
    ("guarantees", include_str!("../../../bench/c/guarantees.c")),
    ("layering1", include_str!("../../../bench/c/layering1.c")),
    ("layering2", include_str!("../../../bench/c/layering2.c")),
    ("mix", include_str!("../../../bench/c/mix.c")),
    ("handlers", include_str!("../../../bench/c/handlers.c")),
    ("am", include_str!("../../../bench/c/am.c")),
    ("sor", include_str!("../../../examples/sor.c")),
    ("clip", include_str!("../../../bench/c/clip.c")),
    ("heap", include_str!("../../../bench/c/heap.c")),
    ("heap.py", include_str!("../../../bench/python/heap.py")),
];

/// The compiled MPI programs, by ABI and name.
pub struct Programs(HashMap<(Abi, &'static str), PathBuf>);

impl Programs {
    /// Compiles the programs of `jobs` for every ABI that `systems` need. MPICH's compiler wrapper, or else Clump's,
    /// compiles each program for the standard ABI once, because the program runs on every library with that ABI.
    pub fn compile(systems: &[System], jobs: &[Job]) -> Result<Programs, String> {
        let mut programs = HashMap::new();
        for abi in [Abi::Standard, Abi::OpenMpi] {
            let mut users: Vec<_> = systems.iter().filter(|s| s.abi() == abi).collect();
            if users.is_empty() {
                continue;
            }
            users.sort_by_key(|s| s.kind != super::systems::Kind::Mpich);
            let compiler = users.iter().find_map(|s| s.compiler()).ok_or_else(|| {
                let who: Vec<_> = users.iter().map(|s| s.name()).collect();
                format!("no MPI compiler for {}: install mpich beside it, or Clump with its mpicc", who.join(", "))
            })?;
            for job in jobs {
                programs.insert((abi, job.program), build(&compiler, job.program)?);
            }
        }
        Ok(Programs(programs))
    }

    /// Returns the program `name` for `system`.
    ///
    /// # Panics
    /// If `compile` has not compiled the program.
    pub fn of(&self, system: &System, name: &'static str) -> &Path {
        &self.0[&(system.abi(), name)]
    }
}

/// Compiles a program that needs no MPI.
pub fn plain(name: &'static str) -> Result<PathBuf, String> {
    build(Path::new("cc"), name)
}

fn build(compiler: &Path, name: &str) -> Result<PathBuf, String> {
    let text = SOURCES.iter().find(|s| s.0 == name).expect("a known program").1;
    programs::build(compiler, &Source { name, text, headers: &HEADERS })
}
