//! MPI_Bcast, MPI_Gather(v) and MPI_Scatter(v): MPI 5.0 sections 6.4 to 6.6.
use super::{Groups, Root};
use crate::{Entrance, RankBlocks};
use clump::driver::Region;

/// Copies the root's `data` to all ranks of the remote group.
pub async fn bcast<G: Entrance + Copy>(groups: &Groups<'_, G>, data: Region, root: Root) {
    if data.is_empty() {
        return;
    }
    match root {
        Root::Here => groups.far.send(0, data).await,
        Root::Beside => {}
        Root::Far(root) => {
            if groups.leads() {
                groups.far.recv(root, data).await;
            }
            crate::bcast(groups.near, data, 0).await;
        }
    }
}

/// Collects every `mine` of the remote group at the root: rank i's `mine` goes to block i of `all`.
pub async fn gather<G: Entrance + Copy>(groups: &Groups<'_, G>, mine: Region, all: &RankBlocks, root: Root) {
    match root {
        Root::Here => {
            let receives: Vec<_> = (0..groups.far.size())
                .filter(|&from| !all.get(from).is_empty())
                .map(|from| groups.far.start_recv(from, all.get(from)))
                .collect();
            groups.far.all(receives).await;
        }
        Root::Far(root) if !mine.is_empty() => groups.far.send(root, mine).await,
        Root::Beside | Root::Far(_) => {}
    }
}

/// Copies block i of the root's `all` to the `mine` of rank i of the remote group.
pub async fn scatter<G: Entrance + Copy>(groups: &Groups<'_, G>, all: &RankBlocks, mine: Region, root: Root) {
    match root {
        Root::Here => {
            let sends: Vec<_> = (0..groups.far.size())
                .filter(|&to| !all.get(to).is_empty())
                .map(|to| groups.far.start_send(to, all.get(to)))
                .collect();
            groups.far.all(sends).await;
        }
        Root::Far(root) if !mine.is_empty() => groups.far.recv(root, mine).await,
        Root::Beside | Root::Far(_) => {}
    }
}
