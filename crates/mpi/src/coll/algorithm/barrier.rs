//! MPI_Barrier: MPI 5.0 section 6.3.
use super::plan::{self, Barrier};
use super::{Gate, Port, levels};
use clump::Region;

/// Nobody leaves before all have entered.
pub async fn barrier<G: Gate>(port: &Port<G>) {
    let plan = plan::barrier(port.facts(0));
    let first = port.begin(plan.steps);
    match plan.algorithm {
        Barrier::Board => board(port, first).await,
        Barrier::Hierarchical => Box::pin(levels::barrier(port)).await,
        Barrier::Star => Box::pin(star(port)).await,
        Barrier::Dissemination => Box::pin(dissemination(port)).await,
    }
}

async fn star<G: Gate>(port: &Port<G>) {
    if port.rank() != 0 {
        port.send(0, Region::EMPTY).await;
        port.recv(0, Region::EMPTY).await;
        return;
    }
    // All posted before any is awaited: what has arrived by then goes straight to its receive.
    let pending: Vec<_> = (1..port.size()).map(|from| port.start_recv(from, Region::EMPTY)).collect();
    port.all(pending).await;
    for to in 1..port.size() {
        port.send(to, Region::EMPTY).await;
    }
}

/// Hensgen, Finkel and Manber (1988): in round k each rank signals the one 2^k further.
async fn dissemination<G: Gate>(port: &Port<G>) {
    let (me, n) = (port.rank(), port.size());
    let mut step = 1;
    while step < n {
        port.exchange((me + step) % n, Region::EMPTY, (me + n - step) % n, Region::EMPTY).await;
        step *= 2;
    }
}

/// All post, and each looks for all others.
async fn board<G: Gate>(port: &Port<G>, step: u64) {
    port.post(step, Region::EMPTY).await;
    let (me, n) = (port.rank(), port.size());
    let after = move |i| if me + 1 + i < n { me + 1 + i } else { me + 1 + i - n };
    port.each_posted(step, 0, after, |_, _| ()).await;
    port.finish(step);
}
