//! Small exchanges among the members of a communicator that is being made: gather to the first member along a binomial
//! tree, and back. They use the parent's collective context with tags of their own, so they need no collectives.
use crate::comm::Comm;
use crate::error::Call;
use crate::ffi::gate::{self, Guard};
use crate::group::Ranks;
use clump::{Buffer, Mode, Select, Waiting};
use std::sync::Arc;

/// Tag of exchanges over a whole communicator; collectives use tags from 0 up, below 2^30.
const WHOLE: i32 = i32::MAX;
/// First tag of MPI_Comm_create_group; its tag argument is added.
const GROUP: i32 = 1 << 30;

/// Who takes part, and on which context and tag.
pub struct Circle {
    context: u16,
    tag: i32,
    members: Arc<Ranks>,
    me: u32,
}

impl Circle {
    /// All members of an intracommunicator.
    pub fn of(comm: &Comm) -> Circle {
        Circle { context: comm.collective_context(), tag: WHOLE, members: comm.local.clone(), me: comm.rank }
    }

    /// Some members, of which this process is number `me`; `tag` keeps simultaneous circles apart.
    pub fn part(comm: &Comm, members: Arc<Ranks>, me: u32, tag: i32) -> Circle {
        Circle { context: comm.collective_context(), tag: GROUP + tag.rem_euclid(1 << 29), members, me }
    }

    /// Orders agreements of several threads in the same way everywhere.
    pub fn key(&self) -> u32 {
        u32::from(self.context) << 15 | self.tag as u32 & 0x7fff
    }

    pub fn size(&self) -> u32 {
        self.members.len()
    }

    /// Every member's `mine` combined by `join`, which must not care about order; all bytes are equally many.
    pub fn reduce(&self, call: Call, s: &mut Guard, mine: Vec<u8>, join: impl Fn(&mut [u8], &[u8])) -> Vec<u8> {
        let mut all = mine;
        let mut bit = 1;
        while bit < self.size() {
            if self.me & bit != 0 {
                self.send(call, s, self.me - bit, &all);
                break;
            }
            if self.me + bit < self.size() {
                let other = self.receive(call, s, self.me + bit, all.len());
                join(&mut all, &other);
            }
            bit <<= 1;
        }
        self.down(call, s, all)
    }

    /// Every member's `mine`, one after the other in rank order; all are equally long.
    pub fn gather(&self, call: Call, s: &mut Guard, mine: &[u8]) -> Vec<u8> {
        let (each, n) = (mine.len(), self.size() as usize);
        let mut all = vec![0; each * n];
        let at = self.me as usize * each;
        all[at..at + each].copy_from_slice(mine);
        self.reduce(call, s, all, |a, b| a.iter_mut().zip(b).for_each(|(a, b)| *a |= b))
    }

    /// Hands the first member's bytes to all.
    fn down(&self, call: Call, s: &mut Guard, mut bytes: Vec<u8>) -> Vec<u8> {
        let mut bit = self.size().next_power_of_two();
        if self.me != 0 {
            bit = 1 << self.me.trailing_zeros();
            bytes = self.receive(call, s, self.me - bit, bytes.len());
        }
        while bit > 1 {
            bit >>= 1;
            if self.me + bit < self.size() {
                self.send(call, s, self.me + bit, &bytes);
            }
        }
        bytes
    }

    fn waiting(&self, call: Call, peer: u32) -> Waiting {
        Waiting { call: call.0, peer: self.members.job(peer) as i32, tag: self.tag, context: self.context }
    }

    fn send(&self, call: Call, s: &mut Guard, to: u32, bytes: &[u8]) {
        let buffer = Buffer::copy_of(bytes);
        let job = self.members.job(to);
        if let Some(r) = s.endpoint().send(job, self.context, self.tag, buffer.region(), Mode::Standard) {
            gate::finish(s, r, self.waiting(call, to));
        }
    }

    fn receive(&self, call: Call, s: &mut Guard, from: u32, len: usize) -> Vec<u8> {
        let buffer = Buffer::new(len);
        let source = Some(self.members.job(from));
        let select = Select { context: self.context, source, tag: Some(self.tag) };
        let request = s.endpoint().recv(select, buffer.region());
        gate::finish(s, request, self.waiting(call, from));
        buffer.region().to_vec()
    }
}
