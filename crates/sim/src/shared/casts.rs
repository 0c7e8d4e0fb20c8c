//! The ranks' shared record of broadcasts: how each ended.
use super::Shared;

impl Shared {
    /// Records that a broadcast has ended at a member, with these bytes unless the member is the root.
    pub fn broadcast_ended(&mut self, group: usize, number: usize, place: usize, got: Option<&[u8]>) {
        let planned = &mut self.casts[group].schedule[number];
        if std::mem::replace(&mut planned.ended[place], true) {
            return self.fail(|| format!("broadcast {number} of group {group} ends twice at member {place}"));
        }
        if got.is_some_and(|got| got != planned.bytes) {
            let first = got.and_then(|got| got.iter().zip(&planned.bytes).position(|(a, b)| a != b));
            self.fail(|| format!("member {place} of group {group}: broadcast {number} is wrong at byte {first:?}"));
        }
        self.coverage.casts += 1;
    }

    /// Checks that every broadcast that all members have called has ended at all of them. To be called once nothing
    /// moves.
    pub fn check_broadcasts(&mut self) {
        let mut stuck = None;
        for (g, group) in self.casts.iter().enumerate() {
            let mut whole = group.schedule.iter().take_while(|p| p.called.iter().all(|c| *c)).enumerate();
            let open = whole.find(|(_, p)| !p.ended.iter().all(|e| *e));
            stuck = stuck.or(open.map(|(number, p)| (g, number, p.root, p.bytes.len(), p.ended.clone())));
        }
        if let Some((group, number, root, len, ended)) = stuck {
            self.fail(|| {
                format!("stuck: broadcast {number} of group {group}, {len} bytes of member {root}; ended: {ended:?}")
            });
        }
    }
}
