//! The metrics of the running job: `clump run --metrics ADDRESS`.
use super::super::Failure;
use super::super::description::JobDescription;
use super::super::metrics::{self, JobLabels, Metrics};
use super::super::plan::Job;
use super::Supervisor;
use rustix::process::Pid;
use std::net::TcpListener;

/// Binds the address before ranks are started, if the user has asked for metrics.
pub(super) fn begin(job: &Job) -> Result<Option<TcpListener>, Failure> {
    job.metrics.as_deref().map(metrics::bind).transpose()
}

impl Supervisor<'_> {
    /// Begins to serve metrics, once the ranks are started: processes are not started beside another thread.
    pub(super) fn begin_metrics(&mut self, listener: TcpListener, guardian: Pid) {
        let first = self.job.rank(0) as u32;
        let ranks = first..first + self.job.size() as u32;
        let program = JobDescription::of(self.job, -1).map(|described| described.program_line(200));
        let labels = JobLabels {
            number: guardian.as_raw_nonzero().get(),
            program: program.unwrap_or_default(),
            host: self.host.clone(),
            version: env!("CARGO_PKG_VERSION").into(),
        };
        // The user does not know the port that the system has chosen.
        let is_chosen = self.job.metrics.as_ref().is_some_and(|asked| asked.rsplit(':').next() == Some("0"));
        match Metrics::start(listener, &self.segment, ranks, labels) {
            Ok(metrics) => {
                if is_chosen || self.job.verbose {
                    self.say(&format!("metrics are at http://{}/metrics", metrics.address()));
                }
                self.metrics = Some(metrics);
            }
            Err(e) => self.say(&format!("cannot start the thread that serves metrics: {e}; the job goes on without")),
        }
    }
}
