//! The program's windows, and its operations on windows of peers.
use super::world::{PEERS, World};
use crate::reader::Reader;
use clump_core::{Combine, Engine, How, OperationId, SendId, WindowId, WindowPlace};

/// The key of the first window.
const KEY: u64 = 7;
/// The length of the first window, in bytes.
const SIZE: u64 = 20_000;
/// The one rank that may use the second window.
const ONLY: u32 = 1;

#[derive(Default)]
pub struct Windows {
    pub asked: Vec<OperationId>,
    pub sends: Vec<SendId>,
    pub ended: u64,
}

impl Windows {
    /// Offers a window: the first to every rank that knows the key, the second to one rank.
    pub fn offer(engine: &mut Engine, world: &mut World, window: WindowId) {
        if window.0 == 0 {
            engine.windows().offer(window, KEY);
        } else {
            engine.windows().offer_to(window, KEY, ONLY);
            world.only.insert(window, ONLY);
        }
        engine.windows().attach(window, 0, SIZE);
        world.windows.insert(window, SIZE);
    }

    /// Makes one call about windows, which the input chooses.
    pub fn step(&mut self, engine: &mut Engine, world: &mut World, input: &mut Reader<'_>) {
        let (what, to, offset, len) = (input.u8() % 8, u32::from(input.u8()), u64::from(input.u16()), input.u16());
        let (window, len) = (WindowId(to >> 4 & 1), u64::from(len));
        let place = WindowPlace { to: to % PEERS, window, key: KEY, offset };
        world.call = len;
        match what {
            0 | 1 => self.sends.extend(engine.windows().put(world, place, len)),
            2 | 3 => {
                let id = engine.windows().get(world, place, len);
                world.operations.insert(id, len);
                self.asked.push(id);
            }
            4 | 5 => {
                let len = len.min(engine.most_deposited());
                let (swap, replied) = (offset % 3 == 0 && len.is_multiple_of(2), offset % 2 == 0);
                let how = How { combine: Combine { operation: 1, element: 1 }, swap, replied };
                let (id, send) = engine.windows().combine(world, place, how, len);
                if let Some(id) = id {
                    world.operations.insert(id, if swap { len / 2 } else { len });
                    self.asked.push(id);
                }
                self.sends.extend(send);
            }
            6 if world.windows.contains_key(&window) => {
                engine.windows().withdraw(world, window);
                world.windows.remove(&window);
                assert!(world.deposits.values().all(|(w, ..)| *w != window), "a place in a window that is no more");
            }
            6 => Windows::offer(engine, world, window),
            _ => engine.lose(world, to % PEERS),
        }
    }

    /// Handles ended operations.
    pub fn wake(&mut self, engine: &mut Engine, world: &mut World) {
        self.asked.retain(|&id| {
            let end = engine.windows().operation_end(id);
            if end.is_some() {
                engine.windows().detach_operation(id);
                assert!(!world.operations.contains_key(&id), "an operation that is over has its memory back");
                self.ended += 1;
            }
            end.is_none()
        });
        self.sends.retain(|&id| {
            let left = engine.windows().has_left(id);
            if left {
                engine.forget_send(id);
            }
            !left
        });
    }
}
