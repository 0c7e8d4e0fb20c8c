//! What the parts of a simulated program work on, and what each of them does.
use super::coverage::Coverage;
use super::plan::Plan;
use crate::seat::{Lend, LentEndpoint, Seat};
use clump::driver::Endpoint;
use clump::driver::hybrid::Hybrid;
use clump_core::Rank;
use clump_fabric::sim::Ends;
use clump_fabric::wrap::{Event, EventSink, Fault, Trace, What};
use fastrand::Rng;
use std::cell::RefCell;
use std::sync::{Arc, Mutex, PoisonError};

/// A rank's endpoint: the one that programs use, over their fabric and a simulated network. Faults are injected round
/// the fabric, and its frames are counted.
pub type Place = Endpoint<FabricOfPlaces>;
/// The fabric of a rank's endpoint.
pub type FabricOfPlaces = Trace<Fault<Hybrid<Ends>>, Observer>;

thread_local! {
    static LENT: LentEndpoint<FabricOfPlaces> = const { RefCell::new(None) };
}

impl Lend for FabricOfPlaces {
    fn lent<R>(f: impl FnOnce(&LentEndpoint<Self>) -> R) -> R {
        LENT.with(f)
    }
}

/// Counts what all ranks' fabrics do, and prints it if the run is traced.
#[derive(Clone)]
pub struct Observer {
    seen: Arc<Mutex<Coverage>>,
    trace: bool,
}

impl Observer {
    pub fn new(trace: bool) -> Observer {
        Observer { seen: Arc::default(), trace }
    }

    /// Returns the counts so far.
    pub fn counts(&self) -> Coverage {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl EventSink for Observer {
    fn event(&self, event: &Event<'_>) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        match event.what {
            What::Sent | What::Multicast(_) => seen.frame(event.head),
            What::Full => seen.full += 1,
            What::Pulled(true) => seen.native += 1,
            What::Pushed(true) => seen.shared += 1,
            What::Fetching => {
                seen.asked();
                seen.fetched += 1;
            }
            _ => return,
        }
        if self.trace {
            let (kind, Event { rank, peer, what, len, .. }) = (Coverage::kind(event.head), event);
            println!("       rank {rank} with {peer}: {what:?} {kind}, head {:x}, {len} bytes", event.head);
        }
    }
}

/// What one rank's turn works on.
pub struct Turn<'a> {
    pub rank: Rank,
    pub endpoint: &'a mut Seat<FabricOfPlaces>,
    pub run: &'a mut Run,
    pub plan: &'a Plan,
}

/// What all ranks of a run share.
pub struct Run {
    pub rng: Rng,
    pub coverage: Coverage,
    moment: u64,
    trace: bool,
}

impl Run {
    pub fn new(rng: Rng, trace: bool) -> Run {
        Run { rng, coverage: Coverage::default(), moment: 0, trace }
    }

    /// Returns the next moment of the run; no two calls return the same.
    pub fn moment(&mut self) -> u64 {
        self.moment += 1;
        self.moment
    }

    /// Returns true with a chance of `per_mille` in a thousand.
    pub fn chance(&mut self, per_mille: u32) -> bool {
        per_mille > 0 && self.rng.u32(..1000) < per_mille
    }

    /// Returns the room for a receive in bytes: enough for any message, or a random length.
    pub fn room(&mut self, plan: &Plan) -> u64 {
        if self.chance(plan.exact_room) { plan.largest.max(1) } else { plan.len(&mut self.rng) }
    }

    /// Prints a line if the run is traced.
    pub fn note(&self, line: impl FnOnce() -> String) {
        if self.trace {
            println!("{:6} {}", self.moment, line());
        }
    }
}

/// A part of the programs of all ranks, with its checks. Each method gets the turn of one rank.
pub trait Part {
    /// Returns how often the part makes a call, relative to the weights of [`Plan::weights`].
    fn weight(&self, plan: &Plan) -> u32;

    /// Begins on a rank, before the first call.
    fn begin(&mut self, turn: &mut Turn<'_>) -> Result<(), String> {
        let _ = turn;
        Ok(())
    }

    /// Makes one random call.
    fn call(&mut self, turn: &mut Turn<'_>) -> Result<(), String>;

    /// Takes what has ended on the rank, which has just made progress. Returns true if there was anything.
    fn take_ended(&mut self, turn: &mut Turn<'_>) -> Result<bool, String>;

    /// Returns true if something can go on although no frame moves.
    fn waits(&self) -> bool {
        false
    }

    /// Checks what must hold while nothing moves.
    fn check(&mut self) -> Result<(), String> {
        Ok(())
    }

    /// Continues on a rank, after the last random call, what is open. Returns true if anything was open: everything
    /// settles, and the call is repeated.
    fn go_on(&mut self, turn: &mut Turn<'_>) -> Result<bool, String>;

    /// Ends on a rank what only ends by a call: everything settles afterwards.
    fn end(&mut self, turn: &mut Turn<'_>) -> Result<(), String> {
        let _ = turn;
        Ok(())
    }

    /// Checks that everything has ended.
    fn check_end(&mut self) -> Result<(), String> {
        Ok(())
    }
}
