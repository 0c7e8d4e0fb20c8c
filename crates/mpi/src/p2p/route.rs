//! The way of a send.

/// A send that the endpoint has: to whom, and on which context.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    pub(super) to: u32,
    pub(super) context: u16,
}
