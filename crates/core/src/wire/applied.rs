//! APPLIED: the target has finished more deposits and combines in a window, which no reply answers. Head: the window as
//! tag; as context the reason of the last refusal among these operations. Words: how many operations are finished, how
//! many of them were refused.
use super::{Arrival, Head, Kind, Refusal};
use crate::ids::WindowId;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Applied {
    pub window: WindowId,
    pub count: u64,
    pub refused: u64,
    pub refusal: Option<Refusal>,
}

impl Applied {
    pub const WORDS: usize = 2;

    pub fn head(self) -> u64 {
        let context = Refusal::to_context(self.refusal);
        Head { kind: Kind::Applied, context, tag: self.window.0 as i32 }.emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [self.count, self.refused]
    }
    /// Decodes the frame. Returns `None` if the counts contradict each other or the reason.
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<Applied> {
        let [count, refused] = frame.words()?;
        let refusal = Refusal::from_context(head.context)?;
        let window = WindowId(head.tag as u32);
        (refused <= count && (refused > 0) == refusal.is_some()).then_some(Applied { window, count, refused, refusal })
    }
}
