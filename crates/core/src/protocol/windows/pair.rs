//! Two ranks: rank 0 operates on a window of rank 1.
use super::{How, WindowPlace};
use crate::ids::{OperationId, SendId, WindowId};
use crate::limits::Limits;
use crate::protocol::Path;
use crate::testing::{Job, PullAnswer, World};

/// The credit of operations, in bytes: at most 384 bytes are pushed in one frame.
pub(super) const CREDIT: u64 = 2048;
pub(super) const WINDOW: WindowId = WindowId(5);
pub(super) const KEY: u64 = 77;
pub(super) const SIZE: usize = 4096;

pub(super) fn at(offset: u64) -> WindowPlace {
    WindowPlace { to: 1, window: WINDOW, key: KEY, offset }
}

/// Returns two ranks on different machines. Rank 1 offers [`WINDOW`].
pub(super) fn new_pair() -> Job {
    let limits = Limits { windows: CREDIT, grant: 300, frame: 1024, ..Limits::of_job(2, 1024) };
    let world = || World::new(Path { native_pull: false, piece: 1 << 20 }, PullAnswer::No);
    let mut pair = Job::new(vec![world(), world()], limits, 0);
    pair.engines[1].windows().offer(WINDOW, KEY);
    pair.engines[1].windows().attach(WINDOW, 0, SIZE as u64);
    pair.worlds[1].windows.offered.insert(WINDOW, vec![0; SIZE]);
    pair
}

impl Job {
    pub(super) fn put(&mut self, place: WindowPlace, bytes: &[u8]) -> Option<SendId> {
        self.worlds[0].call = bytes.to_vec();
        self.engines[0].windows().put(&mut self.worlds[0], place, bytes.len() as u64)
    }

    pub(super) fn get(&mut self, place: WindowPlace, len: u64) -> OperationId {
        let id = self.engines[0].windows().get(&mut self.worlds[0], place, len);
        self.worlds[0].windows.operations.insert(id, vec![0; len as usize]);
        id
    }

    pub(super) fn combine(&mut self, place: WindowPlace, how: How, bytes: &[u8]) -> Option<OperationId> {
        self.worlds[0].call = bytes.to_vec();
        let (operation, send) = self.engines[0].windows().combine(&mut self.worlds[0], place, how, bytes.len() as u64);
        if let Some(id) = operation {
            let len = bytes.len() / if how.swap { 2 } else { 1 };
            self.worlds[0].windows.operations.insert(id, vec![0; len]);
        }
        if let Some(send) = send {
            self.engines[0].detach_send(send);
        }
        operation
    }

    pub(super) fn pending(&mut self) -> u64 {
        self.engines[0].windows().pending(1, WINDOW)
    }

    pub(super) fn window(&self) -> &[u8] {
        &self.worlds[1].windows.offered[&WINDOW]
    }

    /// Checks that no operation is left, no credit is lost, and no frame was malformed.
    pub(super) fn end_operations(&mut self) {
        self.settle();
        assert_eq!(self.pending(), 0);
        for (engine, world) in self.engines.iter().zip(&self.worlds) {
            assert_eq!((engine.on_windows(), engine.leftovers()), (0, Default::default()));
            assert_eq!(engine.counters().malformed, 0);
            assert!(world.sends.is_empty() && world.windows.deposits.is_empty());
            for a in engine.window_accounts() {
                assert_eq!((a.buffered, a.allowance + a.owed, a.incoming, a.held), (0, CREDIT, 0, 0));
            }
        }
    }
}
