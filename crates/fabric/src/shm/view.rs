//! A job's segment for a process that only looks at the job. The mapping cannot be written to, and no call creates
//! memory in the segment.
use super::segment::Segment;
use super::waits::RankWaits;
use super::{CallCounts, CollectiveRecord, Status, TracedCall, Tracing};
use crate::shm::layout::COLLECTIVES;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};

/// A segment that this process can read only. All values are untrusted: a broken rank may store any.
pub struct SegmentView(Segment);

impl SegmentView {
    /// Maps the segment behind `fd`, which may be open for reading only. The file offset of `fd` is changed. Fails
    /// unless it is a sealed segment of this version.
    pub fn attach(fd: OwnedFd) -> io::Result<SegmentView> {
        Segment::attach_with(fd, libc::PROT_READ).map(SegmentView)
    }

    /// Returns the number of ranks that the segment has room for.
    pub fn ranks(&self) -> u32 {
        self.0.ranks()
    }

    /// Returns the status that `rank` has stored.
    pub fn status(&self, rank: u32) -> Status {
        self.0.status(rank)
    }

    /// Returns what `rank` has stored about its waits.
    pub fn waits(&self, rank: u32) -> RankWaits {
        self.0.waits(rank)
    }

    /// Returns the counts of the calls of `rank`.
    pub fn counts(&self, rank: u32) -> CallCounts {
        self.0.counts(rank)
    }

    /// Returns the last collective calls of `rank`, in their order.
    pub fn collectives(&self, rank: u32) -> Vec<CollectiveRecord> {
        if self.has_page(rank) { self.0.collectives(rank) } else { Vec::new() }
    }

    /// Returns the name that `rank` knows for the communicator with this context.
    pub fn communicator_name(&self, rank: u32, context: u16) -> Option<String> {
        if self.has_page(rank) { self.0.communicator_name(rank, context) } else { None }
    }

    /// Returns how the calls of the ranks are traced.
    pub fn tracing(&self) -> Tracing {
        self.0.tracing()
    }

    /// Returns the last calls of `rank`, in the order in which they have ended, if calls are traced.
    pub fn traced(&self, rank: u32) -> Vec<TracedCall> {
        match self.0.tracing() {
            Tracing::Off => Vec::new(),
            _ => self.0.traced(rank).filter_map(|number| self.0.traced_call(rank, number)).collect(),
        }
    }

    /// Returns true if the page of the collective calls and names of `rank` exists. The kernel creates a page of shared
    /// memory when a process reads it.
    fn has_page(&self, rank: u32) -> bool {
        assert!(rank < self.ranks(), "rank {rank} of {}", self.ranks());
        let at = self.0.layout().collectives(rank);
        // SAFETY: a plain call on our own descriptor.
        let data = unsafe { libc::lseek(self.0.fd().as_raw_fd(), at as libc::off_t, libc::SEEK_DATA) };
        usize::try_from(data).is_ok_and(|data| data < at + COLLECTIVES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::local::{Phase, Waiting};
    use crate::shm::{CollectiveWriter, StatusWriter};
    use std::fs::File;
    use std::os::unix::fs::MetadataExt;
    use std::sync::Arc;

    #[test]
    fn a_view_reads_and_creates_no_memory() {
        let segment = Arc::new(Segment::create(3).unwrap());
        let blocks = || File::from(segment.fd().try_clone_to_owned().unwrap()).metadata().unwrap().blocks();
        let path = format!("/proc/self/fd/{}", segment.fd().as_raw_fd());
        let view = SegmentView::attach(File::open(path).unwrap().into()).unwrap();
        let waiting = Waiting { call: 5, peer: 2, tag: 1, context: 0 };
        let writer = StatusWriter::new(&segment, 1);
        writer.phase(Phase::Running, 0);
        writer.waiting(waiting);
        let before = blocks();
        assert_eq!((view.ranks(), view.status(1).waiting), (3, Some(waiting)));
        for rank in 0..3 {
            assert_eq!((view.collectives(rank), view.communicator_name(rank, 0)), (Vec::new(), None));
            assert_eq!((view.waits(rank).ended, view.counts(rank)), (Vec::new(), CallCounts::default()));
        }
        assert_eq!(blocks(), before);
        let record = CollectiveRecord {
            communicator: (1, 2),
            number: 3,
            call: 4,
            op: 0,
            root: CollectiveRecord::NO_ROOT,
            bytes: 8,
        };
        CollectiveWriter::new(&segment, 1).record(record);
        assert_eq!((view.collectives(1), view.collectives(0)), (vec![record], Vec::new()));
    }
}
