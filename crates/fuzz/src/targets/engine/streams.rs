//! The program's messages to handlers, and the messages that its handlers read.
use super::world::{PEERS, World};
use crate::reader::Reader;
use clump_core::protocol::{MessageRole, Reading, Woken};
use clump_core::{Engine, SendId, StreamId};

/// The program's messages to handlers, and the messages that its handlers read.
#[derive(Default)]
pub struct Streams {
    pub outgoing: Vec<SendId>,
    incoming: Vec<StreamId>,
    /// Messages that the program no longer reads, although copies to their memory are under way.
    pub landing: Vec<StreamId>,
    pub read: u64,
    /// Counts copies that ended after their read was dropped.
    pub landed: u64,
}

impl Streams {
    /// Makes one call about messages to handlers, which the input chooses.
    pub fn step(&mut self, engine: &mut Engine, world: &mut World, input: &mut Reader<'_>) {
        let (what, which, len) = (input.u8() % 9, usize::from(input.u8()), u64::from(input.u16()));
        let (to, handler) = (which as u32 % PEERS, which as i32);
        let role = if which.is_multiple_of(2) { MessageRole::Request } else { MessageRole::Reply };
        let out = self.outgoing.get(which).copied().filter(|&id| engine.piece_has_left(id));
        let stream = self.incoming.get(which).copied();
        world.call = len;
        match (what, out, stream) {
            (0, ..) => self.outgoing.push(engine.handlers().begin(to, handler, role, len)),
            (1, ..) => self.outgoing.extend(engine.handlers().call(world, to, handler, role, len)),
            (2, Some(id), _) => engine.handlers().piece(world, id, len),
            (3, Some(id), _) => {
                engine.handlers().end(world, id);
                self.outgoing.swap_remove(which);
            }
            (4, _, Some(id)) if !engine.is_reading(id) => match engine.handlers().read(world, id, len) {
                Reading::Done => {
                    world.streams.remove(&id);
                    self.read += 1;
                }
                Reading::Later => assert!(engine.is_reading(id)),
                Reading::Short => assert!(len > engine.unread(id), "{len} bytes are there"),
            },
            (5, _, Some(id)) => {
                engine.handlers().drop_read(world, id);
                // A new read may use the memory only after a copy to it has ended.
                if engine.is_landing(id) {
                    engine.handlers().finish(world, id);
                    self.landing.push(id);
                    self.incoming.swap_remove(which);
                } else {
                    world.streams.remove(&id);
                }
            }
            (6, _, Some(id)) => {
                engine.handlers().finish(world, id);
                match engine.is_landing(id) {
                    true => self.landing.push(id),
                    false => drop(world.streams.remove(&id)),
                }
                self.incoming.swap_remove(which);
            }
            // The engine is told that the rank has died, but the rank's frames continue.
            (7, ..) => {
                engine.lose(world, to);
                assert!(engine.handler_peers().all(|rank| rank != to), "rank {to} is waited for");
            }
            _ => self.incoming.extend(engine.handlers().next_stream().map(|b| b.id)),
        }
    }

    /// Ends all peers and all messages, then checks that nothing is left of messages to handlers.
    pub fn end(&mut self, engine: &mut Engine, world: &mut World) {
        (0..PEERS).for_each(|rank| engine.lose(world, rank));
        self.outgoing.drain(..).for_each(|id| engine.handlers().end(world, id));
        self.incoming.extend(std::iter::from_fn(|| engine.handlers().next_stream()).map(|b| b.id));
        self.incoming.drain(..).for_each(|id| engine.handlers().finish(world, id));
        while let Some(into) = world.later.pop_front() {
            engine.pulled(world, into, true);
        }
        assert_eq!(engine.handling(), Default::default(), "of messages to handlers");
        assert!(world.unread.is_empty(), "pushed bytes are kept");
    }

    /// Handles ended reads and pieces.
    pub fn wake(&mut self, engine: &mut Engine, world: &mut World) {
        for woken in engine.handlers().take_woken() {
            if let Woken::Stream(id) = woken
                && !engine.is_reading(id)
                && !engine.is_landing(id)
            {
                world.streams.remove(&id);
                self.read += 1;
            }
        }
        self.landing.retain(|&id| {
            let landing = engine.is_landing(id);
            if !landing {
                world.streams.remove(&id);
                self.landed += 1;
            }
            landing
        });
    }
}
