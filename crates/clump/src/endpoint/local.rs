//! What an endpoint asks of the fabric that it works over.
use clump_fabric::shm::{Bell, Reach};
use clump_fabric::{Fabric, RemoteMemory, Rx};

/// A fabric that an endpoint works over: shared memory, or something round it. A rank sleeps on one word.
pub trait Local: Fabric<Tx: RemoteMemory<Reach = Reach>, Rx: Rx<Bell = Bell>> {}
impl<F: Fabric<Tx: RemoteMemory<Reach = Reach>, Rx: Rx<Bell = Bell>>> Local for F {}
