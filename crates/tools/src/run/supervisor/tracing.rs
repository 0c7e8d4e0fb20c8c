//! The trace of the ranks' calls: `clump run --trace FILE`, and CLUMP_TRACE for `clump trace`.
use super::super::Failure;
use super::super::plan::{Job, TraceAsked};
use super::super::trace::Tracer;
use super::Supervisor;
use clump_fabric::shm::{Segment, Tracing};
use std::fs::File;
use std::sync::Arc;

/// Switches the trace on before ranks are started, if the user has asked for one. Returns the file, if the launcher is
/// to write all calls.
pub(super) fn begin(job: &Job, segment: &Arc<Segment>) -> Result<Option<File>, Failure> {
    let first = job.rank(0) as u32;
    let ranks = first..first + job.size() as u32;
    let cannot = |e: std::io::Error| Failure::launcher(format!("cannot trace calls: {e}"));
    match &job.trace {
        TraceAsked::No => Ok(None),
        TraceAsked::Last => segment.begin_tracing(Tracing::Last, ranks).map_err(cannot).map(|()| None),
        TraceAsked::File(path) => {
            let file = File::create(path)
                .map_err(|e| Failure::usage(format!("--trace: cannot write to {}: {e}", path.display())))?;
            segment.begin_tracing(Tracing::Streamed, ranks).map_err(cannot)?;
            Ok(Some(file))
        }
    }
}

impl Supervisor<'_> {
    /// Begins to write the trace, once the ranks are started: processes are not started beside another thread.
    pub(super) fn begin_trace(&mut self, file: File) {
        let TraceAsked::File(path) = &self.job.trace else { return };
        let first = self.job.rank(0) as u32;
        let ranks = first..first + self.job.size() as u32;
        match Tracer::start(&self.segment, ranks, file, path) {
            Ok(tracer) => self.tracer = Some(tracer),
            Err(e) => {
                self.segment.end_streaming();
                self.say(&format!("cannot start the thread that writes the trace: {e}; the job goes on without"));
            }
        }
    }

    /// Says why the trace could not be written, if that is new.
    pub(super) fn hear_tracer(&mut self) {
        if let Some(why) = self.tracer.as_ref().and_then(Tracer::news) {
            self.tracer = None;
            self.say(&why);
        }
    }

    /// Completes the trace, once. Returns true if this call has printed something.
    pub(super) fn end_trace(&mut self) -> bool {
        let why = self.tracer.take().and_then(Tracer::finish);
        if let Some(why) = &why {
            self.say(why);
        }
        why.is_some()
    }
}
