//! Small exchanges among the members of a communicator that is being made: to the first member along a binomial tree, and
//! back. They run on the parent's collective context, at once or as a schedule.
use crate::coll::Process;
use crate::coll::algorithm::{Port, block};
use crate::comm::Comm;
use crate::error::{Call, Result};
use crate::group::Ranks;
use crate::state::State;
use clump::{Buffer, Region};
use std::future::Future;
use std::sync::Arc;

/// First tag of MPI_Comm_create_group; its tag argument is added. Collective calls use tags from 0 up, below 2^30.
const GROUP: i32 = 1 << 30;

/// Those who make a communicator together.
pub struct Circle {
    port: Port<Process>,
    /// Orders agreements that are under way at once in the same way everywhere: parent's context, then tag.
    key: (u16, i32),
}

impl Circle {
    /// All members of an intracommunicator, which [`State::intra`] has seen.
    pub fn of(s: &mut State, call: Call, comm: crate::abi::Comm) -> Result<Circle> {
        let port = s.port(call, comm)?;
        Ok(Circle { key: (s.comm(comm)?.context, port.tag()), port })
    }

    /// Some members, of which this process is number `me`; `tag` keeps simultaneous circles apart.
    pub fn part(call: Call, comm: &Comm, members: Arc<Ranks>, me: u32, tag: i32) -> Circle {
        let tag = GROUP + tag.rem_euclid(1 << 29);
        let port = Port::new(Process, members, me as usize, comm.collective_context(), tag, call.0, true);
        Circle { port, key: (comm.context, tag) }
    }

    pub fn key(&self) -> (u16, i32) {
        self.key
    }

    /// Waits for an exchange. No guard may be held.
    pub fn wait<T>(&self, exchange: impl Future<Output = T>) -> T {
        block(&self.port, exchange)
    }

    /// Every member's `mine` combined by `join`, which must not care about order; all bytes are equally many.
    pub async fn reduce(&self, mine: &[u8], join: impl Fn(&mut [u8], &[u8])) -> Vec<u8> {
        let (me, size) = (self.port.rank(), self.port.size());
        let mut all = mine.to_vec();
        let mut bit = 1;
        while bit < size {
            if me & bit != 0 {
                let up = Buffer::copy_of(&all);
                self.port.send(me - bit, up.region()).await;
                break;
            }
            if me + bit < size {
                let other = Buffer::new(all.len());
                self.port.recv(me + bit, other.region()).await;
                join(&mut all, &other.region().to_vec());
            }
            bit <<= 1;
        }
        let result = Buffer::copy_of(&all);
        self.down(result.region()).await;
        result.region().to_vec()
    }

    /// Hands the first member's bytes to all.
    async fn down(&self, bytes: Region) {
        let (me, size) = (self.port.rank(), self.port.size());
        let mut bit = size.next_power_of_two();
        if me != 0 {
            bit = 1 << me.trailing_zeros();
            self.port.recv(me - bit, bytes).await;
        }
        while bit > 1 {
            bit >>= 1;
            if me + bit < size {
                self.port.send(me + bit, bytes).await;
            }
        }
    }

    /// Every member's `mine`, one after the other in rank order; all are equally long.
    pub async fn gather(&self, mine: &[u8]) -> Vec<u8> {
        let each = mine.len();
        let mut all = vec![0; each * self.port.size()];
        let at = self.port.rank() * each;
        all[at..at + each].copy_from_slice(mine);
        self.reduce(&all, |a, b| a.iter_mut().zip(b).for_each(|(a, b)| *a |= b)).await
    }
}
