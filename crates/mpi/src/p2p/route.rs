//! The route of a send.

/// The destination and the context of a send.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    pub(super) to: u32,
    pub(super) context: u16,
}
