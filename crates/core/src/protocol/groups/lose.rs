//! Ends a member that has died or left, and continues what waited for it.
use super::group::{Context, Group};
use super::sink::GroupSink;

impl Group {
    pub(super) fn lose<S: GroupSink>(&mut self, cx: &mut Context<'_, S>, who: usize) {
        self.home.lose(who);
        self.suspended.retain(|member| *member != who);
        self.stop_flows(|f| f.to == who);
        self.lose_root(cx, who as u16);
        self.lose_neighbour(cx, who);
        self.release(cx);
        self.pump(cx);
        self.complete_all(cx);
    }

    /// Tells all roots up to which position this member has their broadcasts.
    pub(super) fn tell_all<S: GroupSink>(&mut self, cx: &mut Context<'_, S>) {
        let roots: Vec<u16> = self.inflows.keys().copied().collect();
        roots.into_iter().for_each(|root| self.acknowledge(cx, root));
    }
}
