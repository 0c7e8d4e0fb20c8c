//! One of the two ranks that measure engines. Rank 0 prints.
use super::EngineSet;
use crate::measure::pair::Rank;
use crate::sys;
use clump::driver::CopyEngine;

/// Bytes to exchange for a figure, within the bounds of [`MESSAGES`]. More bytes take longer and vary less.
const BYTES: u64 = 128 << 20;
/// The fewest and the most messages for a figure.
const MESSAGES: (u64, u64) = (12, 500);
/// Bytes from which on the library considers the shared heap.
const LEAST_SHARED: u64 = 32 << 10;
/// Bytes from which on the library considers native copies.
const LEAST_NATIVE: u64 = 4 << 10;
/// Bytes from which on both processes copy: by system calls, and by loads.
const LEAST_BOTH: (u64, u64) = (48 << 10, 128 << 10);
/// The number of messages of which the last shows the library's choice: memory is mapped after some messages.
const LOOKED_AT: u32 = 32;

/// Measures a part of the engines over all sizes. The error is a sentence.
pub fn run(sizes: &[u64], part: EngineSet) -> Result<(), String> {
    let largest = sizes.iter().max().copied().unwrap_or(0) as usize;
    let mut rank = Rank::open(largest)?;
    let lent = part == EngineSet::Heap && rank.register();
    for &size in sizes {
        let n = (BYTES / size.max(1)).clamp(MESSAGES.0, MESSAGES.1) as usize;
        for &engine in part.engines() {
            rank.endpoint.set_engine(Some(engine));
            rank.rehearse(size as usize)?;
            let figure = rank.single_trip(size as usize, n)?;
            match (figure, rank.endpoint.last_engine()) {
                (Some(us), Some(used)) if used == engine => println!("point {} {size} {us:.6} us", engine.name()),
                (Some(_), _) => println!("missing {} {size} {}", engine.name(), why_not(engine, size, lent)),
                (None, _) => {}
            }
        }
        if part == EngineSet::Heap {
            choice(&mut rank, size)?;
        }
    }
    rank.close()
}

/// Asks the library for its choice for messages of `size` bytes. Rank 0 prints it.
fn choice(rank: &mut Rank, size: u64) -> Result<(), String> {
    rank.endpoint.set_engine(None);
    for _ in 0..LOOKED_AT {
        rank.round_trip(size as usize)?;
    }
    if rank.first() {
        // Without an engine, the library used frames, because the message is too short for any other engine.
        let engine = rank.endpoint.last_engine().unwrap_or(CopyEngine::TwoCopies);
        println!("chosen {size} {}", engine.name());
    }
    Ok(())
}

/// Returns a sentence that says why the library did not use an engine that was asked for.
fn why_not(engine: CopyEngine, size: u64, lent: bool) -> String {
    let both = matches!(engine, CopyEngine::HeapBoth | CopyEngine::SystemBoth);
    let heap = matches!(engine, CopyEngine::HeapBoth | CopyEngine::HeapOne);
    let least = if heap { LEAST_SHARED } else { LEAST_NATIVE };
    if size < least {
        return format!("messages of less than {least} bytes are better off in frames");
    }
    if heap && !lent {
        return "the memory could not be moved into the shared heap: libclump_heap.so is not loaded, or memory is \
            short, or file sizes are limited"
            .into();
    }
    if !heap && let Err(e) = sys::can_read_other_process() {
        return format!("the system refuses process_vm_readv ({e})");
    }
    match (both, heap) {
        (true, heap) if size < if heap { LEAST_BOTH.1 } else { LEAST_BOTH.0 } => {
            "such messages are too short to share the work".into()
        }
        (true, _) => "both sides copying needs a processor for each rank".into(),
        (false, true) => "the other rank's file could not be mapped (is /proc/PID/fd refused?)".into(),
        (false, false) => "the other rank's memory could not be read".into(),
    }
}
