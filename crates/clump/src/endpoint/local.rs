//! What an endpoint requires of its fabric.
use clump_fabric::shm::{Bell, Reach};
use clump_fabric::{Fabric, RemoteMemory, Rx};

/// A fabric that an endpoint works over: shared memory, alone or inside another fabric. A rank always sleeps on one
/// word, the bell.
pub trait Local: Fabric<Tx: RemoteMemory<Reach = Reach>, Rx: Rx<Bell = Bell>> {}
impl<F: Fabric<Tx: RemoteMemory<Reach = Reach>, Rx: Rx<Bell = Bell>>> Local for F {}
