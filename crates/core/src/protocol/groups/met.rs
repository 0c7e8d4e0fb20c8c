//! What a group's program knows of its members by itself: who has come to the next meeting (a barrier, say) has all
//! that was broadcast before. So nothing of it is acknowledged, polled for, or kept any longer.
use super::group::{Context, Group};
use crate::protocol::cast_sink::CastSink;
use crate::protocol::sink::Sink;

impl Group {
    /// All members have what `root` has broadcast so far: it has heard so from each, or will.
    pub fn all_have<S: Sink + CastSink>(&mut self, cx: &mut Context<'_, S>, root: usize) {
        if root != self.me {
            if let Some(inflow) = self.inflows.get_mut(&(root as u16)) {
                inflow.told = inflow.told.max((inflow.next, 0));
                inflow.untold = 0;
            }
            return;
        }
        let sent = self.sending;
        for who in 0..self.members.len() {
            if self.home.consume(who, sent, 0) {
                // It has the group open.
                self.home.consumers[who].met = true;
            }
        }
        self.again = 0;
        self.window = (self.window + self.part(cx)).min(cx.limits.window);
        self.release(cx);
        self.pump(cx);
    }
}
