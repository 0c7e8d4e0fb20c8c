//! What this rank shows to the launcher, whose report of a hanging job says what each rank is doing.
use super::Endpoint;
use clump_fabric::local::{CallCounts, CallKind, CollectiveRecord, RankPage, TracedCall, Waiting};

impl Endpoint {
    /// Shows in reports which call this rank is in, until the next wait; [`Waiting::NOTHING`] for none. The endpoint's
    /// own waits show themselves.
    pub fn show(&mut self, waiting: Waiting) {
        self.page.set_waiting(waiting);
    }

    /// Shows in reports that the rank has called a function that does not block, such as MPI_Test, in vain: `times` in
    /// all.
    pub fn show_in_vain(&mut self, waiting: Waiting, times: u64) {
        self.page.set_waiting_for(Waiting { call: waiting.call | Waiting::IN_VAIN, ..waiting }, times);
    }

    /// Records a collective call of this rank, for the launcher: its report of a hanging job names the first call on
    /// which ranks disagree.
    #[inline(always)]
    pub fn record_collective(&mut self, record: CollectiveRecord) {
        self.page.record_collective(record);
    }

    /// Counts a call of the program for those who look at the job: tools, `clump stat`. Callers hold the endpoint, so
    /// that no count of several threads is lost.
    #[inline(always)]
    pub fn count_call(&self, kind: CallKind, bytes: u64) {
        self.page.count_call(kind, bytes);
    }

    /// Returns what [`count_call`](Self::count_call) has counted.
    pub fn call_counts(&self) -> CallCounts {
        self.page.call_counts()
    }

    /// Returns true if the job's calls are traced.
    pub fn is_traced(&self) -> bool {
        self.page.is_traced()
    }

    /// Adds a record to the trace, if calls are traced. A record that finds no room is counted as lost.
    pub fn trace(&mut self, call: &TracedCall) {
        self.page.trace(call);
    }

    /// Returns true if the trace has little room until the launcher has taken some records.
    pub fn is_trace_full(&self) -> bool {
        self.page.is_trace_full()
    }

    /// Names the communicator with this context in reports; an empty name takes its name away.
    pub fn name_communicator(&mut self, context: u16, name: &[u8]) {
        self.page.name_communicator(context, name);
    }
}
