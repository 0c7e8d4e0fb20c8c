//! What an endpoint requires of its fabric.
use clump_fabric::local::{LocalJob, LocalTx};
use clump_fabric::{Bell, Fabric, Rx};

/// A fabric that an endpoint works over: one that connects the ranks of a machine, alone or inside another fabric.
pub trait Local:
    Fabric<Tx: LocalTx, Rx: Rx<Bell = <<<Self as Fabric>::Tx as LocalTx>::Job as LocalJob>::Bell>>
{
}
impl<F: Fabric<Tx: LocalTx, Rx: Rx<Bell = <<<F as Fabric>::Tx as LocalTx>::Job as LocalJob>::Bell>>> Local for F {}

/// The job of a fabric's ranks on this machine.
pub type JobOf<F> = <<F as Fabric>::Tx as LocalTx>::Job;
/// The clock of a fabric.
pub(crate) type ClockOf<F> = <<F as Fabric>::Tx as LocalTx>::Clock;
/// What a rank of a fabric sleeps on.
pub(crate) type BellOf<F> = <JobOf<F> as LocalJob>::Bell;
/// The raised sleep flag of a rank of a fabric.
pub(crate) type SleeperOf<F> = <BellOf<F> as Bell>::Sleeper;
