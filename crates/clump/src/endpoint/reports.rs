//! What this rank shows to the launcher, whose report of a hanging job says what each rank is doing.
use super::Endpoint;
use clump_fabric::local::{CollectiveRecord, RankPage, Waiting};

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

    /// Names the communicator with this context in reports; an empty name takes its name away.
    pub fn name_communicator(&mut self, context: u16, name: &[u8]) {
        self.page.name_communicator(context, name);
    }
}
