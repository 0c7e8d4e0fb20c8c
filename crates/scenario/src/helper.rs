//! The helper thread, which makes progress while the program computes.
use super::inner::Inner;
use super::needs::{Access, ByThread, Progress, Shared, Waits};
use clump::driver::{Endpoint as General, Error, ErrorKind, Waiting};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};

/// A thread that polls the endpoint until it is told to end.
pub struct Helper {
    thread: JoinHandle<()>,
    ended: Arc<AtomicBool>,
}

impl Helper {
    /// Starts the thread. Fails if the system creates no thread.
    pub fn start<A: Access, W: Waits, C: Inner>(mut place: A::Place<C>) -> Result<Helper, Error>
    where
        A::Place<C>: Send + 'static,
    {
        let ended = Arc::new(AtomicBool::new(false));
        let end = ended.clone();
        let look = move || {
            let mut wait = W::Wait::default();
            loop {
                // Check the flag while holding the endpoint, as `end` does when it sets the flag. So a thread that
                // has not seen the flag yet has set its sleeping flag by the time `end` wakes it.
                let next = A::with(&mut place, |inner| match inner.look() {
                    _ if end.load(Ordering::Relaxed) => {
                        W::end(inner, &wait);
                        ControlFlow::Break(())
                    }
                    true => {
                        W::moved(&mut wait);
                        ControlFlow::Continue(None)
                    }
                    false => ControlFlow::Continue(Some(W::pause(inner, &mut wait, A::THREADS, Waiting::NOTHING))),
                });
                match next {
                    ControlFlow::Break(()) => return,
                    ControlFlow::Continue(rest) => rest.into_iter().for_each(W::rest),
                }
                A::give_way();
            }
        };
        let thread = Builder::new().name("clump progress".into()).spawn(look);
        let thread = thread
            .map_err(|e| Error::new(ErrorKind::System, format!("the system makes no thread for progress: {e}")))?;
        Ok(Helper { thread, ended })
    }

    /// Ends the thread, and waits until it has released the endpoint.
    pub fn end<A: Access, C: Inner>(self, place: &mut A::Place<C>) {
        A::with(place, |inner| {
            self.ended.store(true, Ordering::Relaxed);
            inner.wake();
        });
        // If the thread panicked, the panic has aborted the process, or the panic hook has reported it.
        let _ = self.thread.join();
    }
}

impl Progress<Shared, General> for ByThread {
    type Helper = Arc<Helper>;
    fn start<W: Waits>(place: &Arc<Mutex<General>>) -> Result<Arc<Helper>, Error> {
        Helper::start::<Shared, W, General>(place.clone()).map(Arc::new)
    }
    fn end(helper: Arc<Helper>, place: &mut Arc<Mutex<General>>) {
        if let Some(helper) = Arc::into_inner(helper) {
            helper.end::<Shared, General>(place);
        }
    }
}
