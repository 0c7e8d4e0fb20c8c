//! A ledger of the steps that a call has begun on its board. In test builds the ledger checks that the call finishes
//! each begun step once and no other step; in other builds the ledger is empty.

/// The ledger of one team.
#[derive(Debug, Default)]
pub struct Ledger {
    #[cfg(test)]
    steps: std::sync::Mutex<Steps>,
}

/// Steps that the call has begun and not finished, and the number of finished steps.
#[cfg(test)]
#[derive(Debug, Default)]
struct Steps {
    open: std::collections::BTreeSet<u64>,
    finished: usize,
}

impl Ledger {
    #[inline(always)]
    pub fn begin(&self, _first: u64, _steps: usize) {
        #[cfg(test)]
        self.steps.lock().expect("no other thread has panicked").open.extend(_first.._first + _steps as u64);
    }

    #[inline(always)]
    pub fn finish(&self, _step: u64) {
        #[cfg(test)]
        {
            let mut steps = self.steps.lock().expect("no other thread has panicked");
            steps.finished += 1;
            assert!(steps.open.remove(&_step), "step {_step} was not planned, or has been finished before");
        }
    }

    /// Returns the number of finished steps.
    #[cfg(test)]
    pub fn finished(&self) -> usize {
        self.steps.lock().expect("no other thread has panicked").finished
    }
}

#[cfg(test)]
impl Drop for Ledger {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let steps = self.steps.get_mut().expect("no other thread has panicked");
            assert!(steps.open.is_empty(), "steps {:?} were planned, but not taken", steps.open);
        }
    }
}
