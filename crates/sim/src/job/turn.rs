//! What the parts of a simulated program work on, and what each of them does.
use crate::coverage::Coverage;
use crate::plan::{Call, Plan};
use clump::driver::Endpoint;
use clump::driver::hybrid::Hybrid;
use clump_core::Rank;
use clump_fabric::sim::Ends;
use fastrand::Rng;

/// A rank's endpoint.
pub type Place = Endpoint<Hybrid<Ends>>;

/// What one rank's turn works on.
pub struct Turn<'a> {
    pub rank: Rank,
    pub endpoint: &'a mut Place,
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

    /// Prints a line if the run is traced.
    pub fn note(&self, line: impl FnOnce() -> String) {
        if self.trace {
            println!("{:6} {}", self.moment, line());
        }
    }
}

/// Returns true if a [`Part`] makes the call; all others are calls of the messages with tags.
pub fn is_of_part(call: Call) -> bool {
    matches!(call, Call::Window | Call::Connection)
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
