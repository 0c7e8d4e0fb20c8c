//! Tells whether other programs use the processors of a machine while it is measured.
use crate::machine;
use std::time::Duration;

/// How often the number of runnable threads is sampled, and how long the sampling thread sleeps before each sample.
/// More samples see rarer programs, and delay every measurement.
const SAMPLES: u32 = 20;
const STEP: Duration = Duration::from_millis(5);
/// The mean number of other runnable threads from which on a machine counts as busy. The system's own threads stay
/// below.
const BUSY: f64 = 0.5;

/// Returns how many threads of other programs wanted a processor, on average over a tenth of a second; `None` if /proc
/// does not tell. The caller's own threads must sleep meanwhile, except the calling one.
pub fn others() -> Option<f64> {
    let sum = (0..SAMPLES).try_fold(0, |sum, _| {
        std::thread::sleep(STEP);
        Some(sum + machine::runnable()?.saturating_sub(1))
    })?;
    Some(f64::from(sum) / f64::from(SAMPLES))
}

/// Returns true if this many threads of other programs make a machine busy.
pub fn is_busy(others: f64) -> bool {
    others >= BUSY
}

/// Returns a note for below a table if a machine with that many other runnable threads is busy.
pub fn note(others: Option<f64>) -> Option<String> {
    let others = others.filter(|n| is_busy(*n))?;
    Some(format!(
        "note: measured on a busy machine ({others:.1} threads of other programs wanted a processor at the start): \
         these figures do not count"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn a_spinning_thread_makes_a_machine_busy() {
        let stop = AtomicBool::new(false);
        let seen = std::thread::scope(|scope| {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
            let seen = others();
            stop.store(true, Ordering::Relaxed);
            seen
        });
        assert!(note(seen).is_some_and(|text| text.contains("busy machine")), "{seen:?}");
        assert_eq!(note(Some(0.1)), None);
        assert_eq!(note(None), None);
    }
}
