//! The thread that reads and writes for non-blocking calls. It starts at the first such call.
use crate::ffi::gate;
use std::future::poll_fn;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;
use std::thread::JoinHandle;

type Job = Box<dyn FnOnce() + Send>;

struct Worker {
    jobs: Sender<Job>,
    thread: JoinHandle<()>,
}

static WORKER: Mutex<Option<Worker>> = Mutex::new(None);

/// Runs `f`: with `aside` on the thread, while the caller's threads may do other work, otherwise at once.
pub async fn perform<T: Send + 'static>(aside: bool, f: impl FnOnce() -> T + Send + 'static) -> T {
    if !aside {
        return f();
    }
    let slot = Arc::new(Mutex::new(None));
    let wake = gate::enter().endpoint().waker();
    let result = slot.clone();
    submit(Box::new(move || {
        let value = f();
        *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
        wake();
    }));
    poll_fn(|_| match slot.lock().unwrap_or_else(PoisonError::into_inner).take() {
        Some(value) => Poll::Ready(value),
        None => Poll::Pending,
    })
    .await
}

/// Hands a job to the thread. Runs it here if the system has no thread for it.
fn submit(job: Job) {
    let mut worker = WORKER.lock().unwrap_or_else(PoisonError::into_inner);
    if worker.is_none() {
        *worker = start();
    }
    let left = match &*worker {
        Some(worker) => worker.jobs.send(job).err().map(|e| e.0),
        None => Some(job),
    };
    drop(worker);
    if let Some(job) = left {
        job();
    }
}

fn start() -> Option<Worker> {
    let (jobs, queue) = channel::<Job>();
    let run = move || queue.into_iter().for_each(|job| job());
    let thread =
        crate::ffi::files::without_signals(|| std::thread::Builder::new().name("clump-files".into()).spawn(run));
    Some(Worker { jobs, thread: thread.ok()? })
}

/// Ends the thread after the jobs that it has. The caller must not hold a guard.
pub fn stop() {
    let worker = WORKER.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(Worker { jobs, thread }) = worker {
        drop(jobs);
        // The thread ends by itself; a panic there has ended the process.
        drop(thread.join());
    }
}
