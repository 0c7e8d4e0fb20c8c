//! Programs that block, in one thread: each has a stack of its own, and runs until it ends its turn.
use corosensei::{Coroutine, CoroutineResult, Yielder};
use std::cell::Cell;
use std::ptr;

type Turn = Yielder<(), ()>;

thread_local! {
    /// What ends the turn of the program that runs; null while none does.
    static RUNNING: Cell<*const Turn> = const { Cell::new(ptr::null()) };
}

/// A program, with its stack.
type Program = Coroutine<(), (), ()>;

/// Programs that take turns in this thread. They are forgotten with their stacks, and no destructor of theirs runs, if
/// they have not ended when this value is dropped.
#[derive(Default)]
pub struct Turns {
    /// The programs that have not ended.
    running: Vec<Option<Program>>,
    killed: Vec<Program>,
}

impl Turns {
    /// Adds a program, which begins with its first turn.
    pub fn add(&mut self, program: impl FnOnce() + 'static) {
        let run = |turn: &Turn, ()| {
            RUNNING.set(turn);
            program();
        };
        self.running.push(Some(Coroutine::new(run)));
    }

    /// Returns how many programs there are, those that have ended included.
    pub fn len(&self) -> usize {
        self.running.len()
    }

    /// Returns true if there are no programs.
    pub fn is_empty(&self) -> bool {
        self.running.is_empty()
    }

    /// Returns the programs that have not ended.
    pub fn running(&self) -> impl Iterator<Item = usize> {
        self.running.iter().enumerate().filter_map(|(program, running)| running.as_ref().map(|_| program))
    }

    /// Lets a program run until it ends its turn. Returns false, having done nothing, if it has ended. A program must
    /// not call this.
    pub fn take(&mut self, program: usize) -> bool {
        assert!(!are_turns_taken(), "a program lets another one run");
        let Some(running) = &mut self.running[program] else { return false };
        let result = running.resume(());
        RUNNING.set(ptr::null());
        if let CoroutineResult::Return(()) = result {
            self.running[program] = None;
        }
        true
    }

    /// Ends a program where it is, as a process that is killed: it never goes on, and no destructor of it runs. Its
    /// stack stays as it is until this value is dropped. A program must not call this.
    pub fn kill(&mut self, program: usize) {
        assert!(!are_turns_taken(), "a program kills another one");
        self.killed.extend(self.running[program].take());
    }
}

impl Drop for Turns {
    fn drop(&mut self) {
        std::mem::forget(std::mem::take(&mut self.running));
        for program in &mut self.killed {
            // SAFETY: the reset drops none of the values on the stack, as if they were forgotten. No code uses their
            // addresses any more: the programs that could know one have ended or are forgotten.
            unsafe { program.force_reset() };
        }
    }
}

/// Returns true if a program of [`Turns`] runs in this thread.
pub fn are_turns_taken() -> bool {
    !RUNNING.get().is_null()
}

/// Ends the turn of the program that runs, and returns true once the next one begins. Returns false at once if this
/// thread takes no turns.
pub fn end_turn() -> bool {
    let running = RUNNING.get();
    if running.is_null() {
        return false;
    }
    // SAFETY: the program sets the pointer when it begins its turn, and `Turns::take` clears it after the turn. In
    // between the program's stack, which holds the yielder's caller, is the one in use.
    unsafe { (*running).suspend(()) };
    RUNNING.set(running);
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::rc::Rc;

    #[test]
    fn a_program_that_is_killed_never_goes_on() {
        let said = Rc::new(RefCell::new(Vec::new()));
        let mut turns = Turns::default();
        for program in 0..3 {
            let said = said.clone();
            turns.add(move || {
                said.borrow_mut().push(program);
                end_turn();
                said.borrow_mut().push(program);
            });
        }
        assert!(turns.take(0) && turns.take(1));
        turns.kill(0);
        turns.kill(2);
        assert!(!turns.take(0) && turns.take(1) && !turns.take(2));
        assert!(turns.running().next().is_none());
        drop(turns);
        assert_eq!(*said.borrow(), [0, 1, 1]);
    }

    #[test]
    fn programs_run_until_they_end_their_turns() {
        let said = Rc::new(RefCell::new(Vec::new()));
        let mut turns = Turns::default();
        for program in 0..2 {
            let said = said.clone();
            turns.add(move || {
                for step in 0..3 {
                    said.borrow_mut().push((program, step));
                    assert!(end_turn());
                }
            });
        }
        assert!(!end_turn() && !are_turns_taken());
        for program in [0, 1, 1, 0, 1, 0, 0, 1] {
            assert!(turns.take(program));
        }
        assert!(turns.running().next().is_none() && !turns.take(0));
        assert_eq!(*said.borrow(), [(0, 0), (1, 0), (1, 1), (0, 1), (1, 2), (0, 2)]);
    }
}
