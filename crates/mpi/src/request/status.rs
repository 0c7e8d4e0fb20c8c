//! Looking at requests without ending them (MPI 5.0, 3.7.6).
use super::many::length;
use super::{Generalized, Request, SENT};
use crate::abi::{self, MPI_REQUEST_NULL};
use crate::error::{Call, Result};
use crate::ffi::args::{In, Out};
use crate::ffi::gate::{self, Guard};
use crate::state::State;
use crate::status::Finished;
use clump::Endpoint;

/// What a look finds: the status, or whom to ask for it.
enum Look {
    Pending,
    Over(Finished),
    Ask(Box<Generalized>),
}

impl Request {
    fn look(&self, endpoint: Option<&Endpoint>) -> Look {
        let peek = |r: clump::Request| endpoint.and_then(|e| e.peek(r));
        match self {
            Request::Send { request, .. } => peek(*request).map_or(Look::Pending, |o| Look::Over(Finished::sent(o))),
            Request::Recv(r) => peek(r.request).map_or(Look::Pending, |o| Look::Over(Finished::received(o, &r.ranks))),
            Request::Both(b) => {
                let mut f = b.received;
                for half in [&b.send, &b.recv].into_iter().flatten() {
                    match half.look(endpoint) {
                        Look::Over(other) if !matches!(half, Request::Send { .. }) => f = other,
                        Look::Over(_) => {}
                        _ => return Look::Pending,
                    }
                }
                Look::Over(f)
            }
            Request::Done(f) => Look::Over(*f),
            Request::Persistent(p) => p.active.as_ref().map_or(Look::Over(Finished::EMPTY), |r| r.look(endpoint)),
            Request::Generalized(g) if g.complete => Look::Ask(g.clone()),
            Request::Generalized(_) | Request::Operation => Look::Pending,
        }
    }
}

impl State {
    /// True if waiting for the request would not block. No progress.
    pub(super) fn is_over(&self, handle: abi::Request) -> bool {
        self.requests.get(handle.0).is_some_and(|r| !matches!(r.look(self.open_endpoint()), Look::Pending))
    }
}

fn look(s: &mut Guard, handle: abi::Request) -> Result<Look> {
    if handle == MPI_REQUEST_NULL || handle == SENT {
        return Ok(Look::Over(Finished::EMPTY));
    }
    s.request(handle)?;
    Ok(s.requests.get(handle.0).map_or(Look::Pending, |r| r.look(s.open_endpoint())))
}

/// The status that was found, if any. No guard may be held.
fn found(look: Look) -> Option<Finished> {
    match look {
        Look::Pending => None,
        Look::Over(f) => Some(f),
        Look::Ask(g) => Some(g.query()),
    }
}

/// Looks at all requests once, after some progress.
fn look_at_all(n: usize, requests: In<abi::Request>) -> Result<Vec<Option<Finished>>> {
    let mut s = gate::enter();
    s.running()?;
    s.advance();
    let looks = (0..n).map(|i| look(&mut s, requests.get(i))).collect::<Result<Vec<_>>>()?;
    drop(s);
    Ok(looks.into_iter().map(found).collect())
}

/// MPI_Request_get_status
pub fn get_status(_: Call, request: abi::Request, flag: Out<i32>, status: Out<abi::Status>) -> Result {
    let mut s = gate::enter();
    let mut seen = look(&mut s, request)?;
    if matches!(seen, Look::Pending) {
        s.advance();
        seen = look(&mut s, request)?;
    }
    match seen {
        Look::Pending => s.leave_empty_handed(),
        _ => drop(s),
    }
    let f = found(seen);
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
    let all: Option<Vec<_>> = look_at_all(length(count)?, requests)?.into_iter().collect();
    flag.set(all.is_some().into());
    for (i, f) in all.into_iter().flatten().enumerate() {
        if !statuses.is_null() {
            f.store(statuses.at(i));
        }
    }
    Ok(())
}

/// Null and inactive requests take no part in `_any` and `_some`.
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
    let seen = look_at_all(n, requests)?;
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
    let seen = look_at_all(n, requests)?;
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
