//! MPI_Allreduce: MPI 5.0 section 6.9.6.
use super::blocks::settle;
use super::choice::{self, Allreduce, Situation};
use super::reduce_scatter::share;
use super::{Blocks, Gate, Port, allgather, bcast, reduce};
use crate::op::Fold;
use clump::{Buffer, Region};

/// Combines all ranks' `input` into everybody's `output`, bit for bit the same on all. `input` may be `output`.
pub async fn allreduce<G: Gate>(port: &Port<G>, input: Region, output: Region, fold: &Fold) {
    if input.is_empty() {
        return;
    }
    if port.size() == 1 {
        return settle(output, input);
    }
    let situation = Situation { ranks: port.size(), bytes: input.len(), crowded: port.crowded() };
    match choice::allreduce(situation) {
        Allreduce::Star => {
            reduce::flat(port, input, output, fold, 0).await;
            bcast::flat(port, output, 0).await;
        }
        Allreduce::RecursiveDoubling => recursive_doubling(port, input, output, fold).await,
        Allreduce::Shared => shared(port, input, output, fold).await,
    }
}

/// Partial results are exchanged at doubling distances. Operands stay in rank order, so that all ranks compute the
/// same bits. Ranks beyond a power of two first join their neighbour, and get the result from it.
async fn recursive_doubling<G: Gate>(port: &Port<G>, input: Region, output: Region, fold: &Fold) {
    let (me, n, len) = (port.rank(), port.size(), input.len());
    let scratch = Buffer::new(len);
    settle(output, input);
    let (mut mine, mut theirs) = (output, scratch.region());
    let inner = if n.is_power_of_two() { n } else { n.next_power_of_two() / 2 };
    let paired = 2 * (n - inner);
    let place = match me {
        _ if me >= paired => me - paired / 2,
        _ if me % 2 == 1 => {
            port.recv(me - 1, theirs).await;
            fold.apply(theirs, mine);
            me / 2
        }
        _ => {
            port.send(me + 1, mine).await;
            return port.recv(me + 1, output).await;
        }
    };
    let mut step = 1;
    while step < inner {
        let other = place ^ step;
        let peer = if other < paired / 2 { 2 * other + 1 } else { other + paired / 2 };
        port.exchange(peer, mine, peer, theirs).await;
        if peer < me {
            fold.apply(theirs, mine);
        } else {
            fold.apply(mine, theirs);
            std::mem::swap(&mut mine, &mut theirs);
        }
        step *= 2;
    }
    settle(output, mine);
    if me < paired {
        port.send(me - 1, output).await;
    }
}

/// Each rank reduces a share of the elements, and all exchange them.
async fn shared<G: Gate>(port: &Port<G>, input: Region, output: Region, fold: &Fold) {
    let (me, n) = (port.rank(), port.size());
    let (inputs, outputs) = (Blocks::cut(input, n, fold.stride()), Blocks::cut(output, n, fold.stride()));
    share(port, &inputs, outputs.get(me), fold).await;
    if port.crowded() {
        allgather::direct(port, &outputs).await;
    } else {
        allgather::ring(port, &outputs).await;
    }
}
