//! The block of each rank, as given by the arguments of the plain, v and w forms.
use super::buffers::deliver;
use super::record::Shape;
use crate::abi;
use crate::error::{Result, fail};
use crate::ffi::args::{Addr, In, Ints};
use crate::objects::datatype::{BufferAccess, Message, Types, direct};
use clump::driver::Region;
use clump_coll::RankBlocks;

/// One buffer argument: address, count, datatype.
pub type BufferArgument = (Addr, i64, abi::Datatype);

/// The way in which a buffer argument is divided among ranks.
#[derive(Clone, Copy)]
pub enum Spread {
    /// An equal count for each rank, one block after another.
    Even(BufferArgument),
    /// Counts, and displacements in extents of the datatype.
    Vector(Addr, Ints, Ints, abi::Datatype),
    /// Counts, displacements in bytes, and datatypes.
    Types(Addr, Ints, Ints, In<abi::Datatype>),
}

/// Returns how a call accesses its receive blocks. With MPI_IN_PLACE, the call also reads its contribution from the
/// receive blocks.
pub fn receive_access(in_place: bool) -> BufferAccess {
    if in_place { BufferAccess::Change } else { BufferAccess::Write }
}

/// The blocks of all ranks, each as contiguous bytes, and the messages that own those bytes.
pub struct Parts {
    pub blocks: RankBlocks,
    messages: Messages,
}

/// The messages that own the blocks.
enum Messages {
    /// One message owns all blocks. This avoids the allocation of a list, which would slow down small collectives.
    One(Message),
    /// The messages of blocks that do not lie in the program's own memory.
    Packed(Vec<Message>),
}

impl Parts {
    /// Returns an empty set of blocks, for a rank on which MPI ignores the argument.
    pub fn none() -> Parts {
        Parts { blocks: RankBlocks::none(), messages: Messages::Packed(Vec::new()) }
    }

    /// Returns the number of bytes of all blocks.
    pub fn bytes(&self) -> usize {
        match &self.blocks {
            RankBlocks::Even(all, _) => all.len(),
            RankBlocks::Listed(list) => list.iter().map(Region::len).sum(),
        }
    }

    /// Packs again the blocks with gaps from which the call sends; see [`Message::refresh`].
    pub fn refresh(&self) {
        match &self.messages {
            Messages::One(all) => all.refresh(),
            Messages::Packed(list) => list.iter().for_each(Message::refresh),
        }
    }

    /// Returns what all members must pass alike: the length of a block, if all blocks have one length.
    #[inline(always)]
    pub fn shape(&self) -> Shape {
        match self.blocks {
            RankBlocks::Even(_, each) => Shape::ANY.bytes(each),
            _ => Shape::ANY,
        }
    }

    /// Unpacks the received bytes into the program's memory.
    pub fn deliver(&self) {
        match &self.messages {
            Messages::One(all) => deliver(all),
            Messages::Packed(list) => list.iter().for_each(deliver),
        }
    }
}

impl Spread {
    /// Returns true if all blocks have equal lengths on all ranks.
    pub fn even(&self) -> bool {
        matches!(self, Spread::Even(_))
    }

    pub fn address(&self) -> Addr {
        match *self {
            Spread::Even((addr, ..)) | Spread::Vector(addr, ..) | Spread::Types(addr, ..) => addr,
        }
    }

    /// Returns an error if an array that describes the blocks is a null pointer.
    fn needed(&self) -> Result {
        match *self {
            Spread::Even(_) => {}
            Spread::Vector(_, counts, places, _) => {
                counts.needed("counts")?;
                places.needed("displacements")?;
            }
            Spread::Types(_, counts, places, types) => {
                counts.needed("counts")?;
                places.needed("displacements")?;
                types.needed("datatypes")?;
            }
        }
        Ok(())
    }

    /// Returns the blocks of `n` ranks. `access` says how the call accesses the blocks; for receive blocks, see
    /// [`receive_access`].
    pub fn parts(&self, types: &Types, n: usize, access: BufferAccess) -> Result<Parts> {
        let message = |addr, count, datatype| types.accessed(access, addr, count, datatype);
        if let Spread::Even((addr, count, datatype)) = *self {
            // Without blocks, the product would hide a negative count.
            let all = if n == 0 { Some(count.min(0)) } else { count.checked_mul(n as i64) };
            let Some(all) = all else {
                return fail(abi::MPI_ERR_COUNT, format!("{n} times {count} items are more than memory can hold"));
            };
            let all = message(addr, all, datatype)?;
            // A process may have no neighbours, and then has no blocks.
            let blocks = RankBlocks::Even(all.region, all.region.len() / n.max(1));
            return Ok(Parts { blocks, messages: Messages::One(all) });
        }
        if n > 0 {
            self.needed()?;
        }
        let (mut blocks, mut messages) = (Vec::with_capacity(n), Vec::new());
        for i in 0..n {
            let block = match *self {
                // The datatype may be MPI_DATATYPE_NULL.
                Spread::Vector(addr, counts, _, datatype) if counts.get(i) == 0 => message(addr, 0, datatype)?,
                Spread::Vector(addr, counts, places, datatype) => {
                    let extent = types.info(datatype)?.extent;
                    message(addr.offset(places.get(i).wrapping_mul(extent)), counts.get(i), datatype)?
                }
                Spread::Types(addr, counts, places, types) => {
                    message(addr.offset(places.get(i)), counts.get(i), types.get(i))?
                }
                Spread::Even(..) => unreachable!("handled above"),
            };
            blocks.push(block.region);
            if !block.is_direct() {
                messages.push(block);
            }
        }
        Ok(Parts { blocks: RankBlocks::Listed(blocks.into()), messages: Messages::Packed(messages) })
    }

    /// Returns the blocks like [`Spread::parts`], for calls in which only the root knows the blocks. Blocks of a v form
    /// become [`RankBlocks::Even`] if they have equal lengths and lie one behind the other. Calls in which several
    /// ranks know blocks must not use this function, because there the ranks could choose different algorithms.
    #[inline(always)]
    pub fn parts_at_root(&self, types: &Types, n: usize, access: BufferAccess) -> Result<Parts> {
        if let Spread::Vector(addr, counts, places, datatype) = *self {
            self.needed()?;
            let (each, start) = (counts.get(0), places.get(0));
            let alike =
                |i: usize| counts.get(i) == each && places.get(i).wrapping_sub(start) == each.wrapping_mul(i as i64);
            if each != 0
                && (1..n).all(alike)
                && let Some(count) = each.checked_mul(n as i64)
                && let extent = types.info(datatype)?.extent
                && let Some(all) = direct(addr.offset(start.wrapping_mul(extent)), count, datatype)
            {
                let blocks = RankBlocks::Even(all, all.len() / n);
                return Ok(Parts { blocks, messages: Messages::One(Message::direct(all)) });
            }
        }
        self.parts(types, n, access)
    }
}
