//! The MPI functions that query requests without completing them (MPI 5.0, 3.7.6).
use super::many::length;
use crate::abi::{self, MPI_REQUEST_NULL};
use crate::error::{Call, Result};
use crate::ffi::args::{In, Out};
use crate::ffi::gate::{self, Guard};
use crate::objects::request::{Generalized, Request, RoundState, SENT};
use crate::objects::status::Finished;
use crate::state::State;
use clump::driver::Endpoint;

/// The result of a query: pending, the status, or the generalized request whose query function gives the status.
enum Query {
    Pending,
    Complete(Finished),
    Ask(Box<Generalized>),
}

impl Request {
    fn query(&self, endpoint: Option<&Endpoint>) -> Query {
        let peek = |r: clump::driver::Request| endpoint.and_then(|e| e.peek(r));
        match self {
            Request::Send { request, .. } => {
                peek(*request).map_or(Query::Pending, |o| Query::Complete(Finished::sent(o)))
            }
            Request::Recv(r) => {
                peek(r.request).map_or(Query::Pending, |o| Query::Complete(Finished::received(o, &r.ranks)))
            }
            Request::Both(b) => {
                let mut f = b.received;
                for half in [&b.send, &b.recv].into_iter().flatten() {
                    match half.query(endpoint) {
                        Query::Complete(other) if !matches!(half, Request::Send { .. }) => f = other,
                        Query::Complete(_) => {}
                        _ => return Query::Pending,
                    }
                }
                Query::Complete(f)
            }
            Request::Done(f) | Request::Failed(f, _) => Query::Complete(*f),
            Request::Persistent(p) => p.active.as_ref().map_or(Query::Complete(Finished::EMPTY), |r| r.query(endpoint)),
            Request::Generalized(g) if g.complete => Query::Ask(g.clone()),
            Request::Collective(c) => match c.round {
                RoundState::Inactive => Query::Complete(Finished::EMPTY),
                RoundState::Running | RoundState::Posted => Query::Pending,
                RoundState::Ended(finished) => Query::Complete(finished),
            },
            Request::Partitioned(p) => endpoint.and_then(|e| p.peek(e)).map_or(Query::Pending, Query::Complete),
            Request::File(f) => f.finished.map_or(Query::Pending, Query::Complete),
            Request::Generalized(_) | Request::Operation(_) => Query::Pending,
        }
    }
}

impl State {
    /// Returns true if waiting for the request would not block. Makes no progress but on a quick round of a persistent
    /// collective.
    pub(super) fn is_over(&mut self, handle: abi::Request) -> bool {
        let State { common, mpi } = self;
        if let Some(Request::Collective(c)) = mpi.requests.get_mut(handle.0) {
            c.end_quick(common.endpoint());
        }
        self.requests.get(handle.0).is_some_and(|r| !matches!(r.query(self.open_endpoint()), Query::Pending))
    }
}

fn query(s: &mut Guard, handle: abi::Request) -> Result<Query> {
    if handle == MPI_REQUEST_NULL || handle == SENT {
        return Ok(Query::Complete(Finished::EMPTY));
    }
    s.request(handle)?;
    let State { common, mpi } = &mut **s;
    match mpi.requests.get_mut(handle.0) {
        Some(Request::Partitioned(p)) => p.take(common.endpoint()),
        Some(Request::Collective(c)) => c.end_quick(common.endpoint()),
        _ => {}
    }
    Ok(s.requests.get(handle.0).map_or(Query::Pending, |r| r.query(s.open_endpoint())))
}

/// Returns the status of a query, or `None` if the request is not complete. The caller must not hold a guard.
fn status_of(query: Query) -> Option<Finished> {
    match query {
        Query::Pending => None,
        Query::Complete(f) => Some(f),
        Query::Ask(g) => Some(g.query()),
    }
}

/// Makes some progress, then queries all requests once.
fn query_all(n: usize, requests: In<abi::Request>) -> Result<Vec<Option<Finished>>> {
    let mut s = gate::enter();
    s.running()?;
    s.advance();
    let queries = (0..n).map(|i| query(&mut s, requests.get(i))).collect::<Result<Vec<_>>>()?;
    drop(s);
    Ok(queries.into_iter().map(status_of).collect())
}

/// MPI_Request_get_status
pub fn get_status(_: Call, request: abi::Request, flag: Out<i32>, status: Out<abi::Status>) -> Result {
    let mut s = gate::enter();
    let mut seen = query(&mut s, request)?;
    if matches!(seen, Query::Pending) {
        s.advance();
        seen = query(&mut s, request)?;
    }
    match seen {
        Query::Pending => s.leave_empty_handed(),
        _ => drop(s),
    }
    let f = status_of(seen);
    flag.set(f.is_some().into());
    if let Some(f) = f {
        f.store(status);
    }
    Ok(())
}

/// MPI_Request_get_status_all
pub fn get_status_all(
    _: Call,
    count: i32,
    requests: In<abi::Request>,
    flag: Out<i32>,
    statuses: Out<abi::Status>,
) -> Result {
    let all: Option<Vec<_>> = query_all(length(count)?, requests)?.into_iter().collect();
    flag.set(all.is_some().into());
    for (i, f) in all.into_iter().flatten().enumerate() {
        if !statuses.is_null() {
            f.store(statuses.at(i));
        }
    }
    Ok(())
}

/// Returns, for each request, true if it is active. The `_any` and `_some` calls ignore null and inactive requests.
fn takes_part(n: usize, requests: In<abi::Request>) -> Vec<bool> {
    let s = gate::enter();
    (0..n)
        .map(|i| {
            let h = requests.get(i);
            h != MPI_REQUEST_NULL && !s.requests.get(h.0).is_some_and(Request::inactive)
        })
        .collect()
}

/// MPI_Request_get_status_any
pub fn get_status_any(
    _: Call,
    count: i32,
    requests: In<abi::Request>,
    index: Out<i32>,
    flag: Out<i32>,
    status: Out<abi::Status>,
) -> Result {
    let n = length(count)?;
    let part = takes_part(n, requests);
    let seen = query_all(n, requests)?;
    let first = (0..n).find_map(|i| seen[i].filter(|_| part[i]).map(|f| (i, f)));
    index.set(first.map_or(abi::MPI_UNDEFINED, |(i, _)| i as i32));
    flag.set((first.is_some() || !part.contains(&true)).into());
    match first {
        Some((_, f)) => f.store(status),
        // The empty status has an error field, too (MPI 5.0, 3.7.3).
        None if !part.contains(&true) => Finished::EMPTY.store_with_error(status),
        None => {}
    }
    Ok(())
}

/// MPI_Request_get_status_some
pub fn get_status_some(
    _: Call,
    incount: i32,
    requests: In<abi::Request>,
    outcount: Out<i32>,
    indices: Out<i32>,
    statuses: Out<abi::Status>,
) -> Result {
    let n = length(incount)?;
    let part = takes_part(n, requests);
    let seen = query_all(n, requests)?;
    if !part.contains(&true) {
        outcount.set(abi::MPI_UNDEFINED);
        return Ok(());
    }
    let mut k = 0;
    for i in 0..n {
        if let Some(f) = seen[i].filter(|_| part[i]) {
            indices.set_at(k, i as i32);
            if !statuses.is_null() {
                f.store(statuses.at(k));
            }
            k += 1;
        }
    }
    outcount.set(k as i32);
    Ok(())
}
