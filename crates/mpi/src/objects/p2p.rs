//! The route of a send.

/// The destination and the context of a send.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    pub(crate) to: u32,
    pub(crate) context: u16,
}
