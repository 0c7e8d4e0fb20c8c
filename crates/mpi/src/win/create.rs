//! Creation of windows (MPI 5.0, 12.2.1 to 12.2.4).
use super::{Facts, Target, hints};
use crate::abi;
use crate::agreement::Agreement;
use crate::context;
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::{Addr, Out};
use crate::ffi::devices;
use crate::ffi::{gate, memory};
use crate::objects::comm::Comm;
use crate::objects::info::Info;
use crate::objects::win::Win;
use crate::objects::win::element::meaning;
use clump::driver::Region;
use clump::driver::windows::{MemoryName, PartMemory, SharedMemory, Window, WindowId, WindowLayout, WindowMember};
use clump_coll::Ranks;
use std::sync::Arc;

/// The part that a process contributes to a new window.
struct Part {
    flavor: i32,
    size: i64,
    unit: i64,
    /// The program's memory, for MPI_Win_create.
    memory: Region,
    info: Info,
    /// The key that processes on other machines must send to access the part.
    key: u64,
}

/// Number of words in a process's message about its part: size, displacement unit, address, the class of an error in
/// its arguments, key, and the requested alignment.
const WORDS: usize = 6;

impl Part {
    fn words(&self, class: i32) -> [u64; WORDS] {
        let (address, alignment) = (self.memory.as_ptr() as u64, memory::alignment(&self.info) as u64);
        [self.size as u64, self.unit as u64, address, class as u64, self.key, alignment]
    }
}

fn bytes(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_ne_bytes()).collect()
}

fn words<const N: usize>(all: &[u8]) -> Vec<[u64; N]> {
    let word = |b: &[u8; 8]| u64::from_ne_bytes(*b);
    let flat: Vec<u64> = all.as_chunks::<8>().0.iter().map(word).collect();
    flat.as_chunks::<N>().0.to_vec()
}

/// The processes of a communicator that together make a window.
struct Makers {
    agreement: Agreement,
    group: Arc<Ranks>,
    me: usize,
    context: u16,
    /// Ranks of the members on this machine.
    near: Vec<usize>,
}

impl Makers {
    fn gather<const N: usize>(&self, mine: [u64; N]) -> Result<Vec<[u64; N]>> {
        Ok(words(&self.agreement.wait(self.agreement.gather(&bytes(&mine)))?))
    }

    /// Makes the memory that this machine's members share: the first member creates it, the other members open it.
    /// `asks` is true if this process can reach some member only by network messages. The outcome is equal on all
    /// members of the window, except for the text of an error.
    fn memory(&self, layout: &WindowLayout, alignment: usize, asks: bool) -> Result<Shared> {
        let first = self.near.first() == Some(&self.me);
        let made = first.then(|| memory::create_shared(layout.total(), alignment));
        let name = match &made {
            Some(Ok(memory)) => memory.name().map_or([0; 3], |name| name.0),
            _ => [0; 3],
        };
        let names = self.gather(name)?;
        let (memory, state) = match made {
            Some(Ok(memory)) => (Ok(memory), HAS_IT),
            Some(Err(e)) => (Err(e.to_string()), COULD_NOT_MAKE_IT),
            None => match memory::open_shared(MemoryName(names[self.near[0]]), layout.total(), alignment) {
                Ok(memory) => (Ok(memory), HAS_IT),
                Err(e) => (Err(e.to_string()), COULD_NOT_OPEN_IT),
            },
        };
        let states = self.gather([state, asks.into()])?;
        if let Some(rank) = states.iter().position(|s| s[0] == COULD_NOT_MAKE_IT) {
            let why = memory.err().unwrap_or_else(|| format!("rank {rank} could not make its machine's memory"));
            return fail(abi::MPI_ERR_NO_MEM, why);
        }
        match memory {
            Ok(mut memory) if states.iter().all(|s| s[0] == HAS_IT) => {
                memory.close();
                Ok(Shared::Together(memory, states.iter().any(|s| s[1] != 0)))
            }
            _ => Ok(Shared::Refused),
        }
    }
}

/// The outcome of making a machine's shared memory.
enum Shared {
    /// All members have mapped the memory. The flag is true if any member reaches another member only by network
    /// messages.
    Together(SharedMemory, bool),
    /// The system does not let the members map each other's memory.
    Refused,
}

/// State of a member's mapping: the member has mapped the memory.
const HAS_IT: u64 = 0;
/// State of a member's mapping: the member could not create the memory.
const COULD_NOT_MAKE_IT: u64 = 1;
/// State of a member's mapping: the member could not open the memory.
const COULD_NOT_OPEN_IT: u64 = 2;

/// Makes a window of all of the communicator's processes. `wrong` is the error in this process's arguments, if any. The
/// process still takes part, because the other processes must learn of the error.
fn make(call: Call, comm: abi::Comm, part: Part, wrong: Result) -> Result<abi::Win> {
    let agreement = {
        let mut s = gate::enter();
        s.intra(comm)?;
        if part.flavor == abi::MPI_WIN_FLAVOR_CREATE {
            // Register the memory before any other process may write there.
            s.endpoint().register(part.memory, true);
        }
        Agreement::of(&mut s, call, comm)?
    };
    let class = wrong.as_ref().err().map_or(0, |e| e.code);
    let (all, context) = agreement
        .wait(async { (agreement.gather(&bytes(&part.words(class))).await, context::agree(&agreement).await) })?;
    let (all, context) = (words::<WORDS>(&all), context?);
    let mut makers = {
        let mut s = gate::enter();
        let c = s.comm(comm)?;
        let (group, me) = (c.local.clone(), c.rank as usize);
        let endpoint = s.endpoint();
        let here = endpoint.host_of(group.job(me as u32));
        let near = (0..group.len()).filter(|&r| endpoint.host_of(group.job(r)) == here).map(|r| r as usize).collect();
        Makers { agreement, group, me, context, near }
    };
    let made = wrong.and_then(|()| check(&makers, &part, &all)).and_then(|()| join(&mut makers, &part, &all));
    let mut s = gate::enter();
    let win = match made {
        Ok(win) => win,
        Err(e) => {
            s.release_context(context);
            return Err(e);
        }
    };
    let mut own = Comm::intra(context, makers.me as u32, makers.group.clone());
    own.errhandler = abi::MPI_ERRORS_RETURN;
    own.session = s.comm(comm)?.session;
    let handle = abi::Comm(s.comms.insert(own));
    s.comm_mut(handle)?.handle = handle;
    s.introduce(handle)?;
    if !matches!(part.flavor, abi::MPI_WIN_FLAVOR_ALLOCATE | abi::MPI_WIN_FLAVOR_SHARED) {
        s.endpoint().hold_still(true);
    }
    Ok(abi::Win(s.wins.insert(Win { comm: handle, ..win })))
}

/// Returns an error on every process if any process's part is wrong.
fn check(makers: &Makers, part: &Part, all: &[[u64; WORDS]]) -> Result {
    if let Some(rank) = all.iter().position(|w| w[3] != 0) {
        return fail(all[rank][3] as i32, format!("rank {rank} passed a wrong argument"));
    }
    if part.flavor == abi::MPI_WIN_FLAVOR_SHARED && makers.near.len() < all.len() {
        let why = "its processes are on several machines; MPI_Comm_split_type with MPI_COMM_TYPE_SHARED divides them";
        return fail(abi::MPI_ERR_RMA_SHARED, why);
    }
    Ok(())
}

fn join(makers: &mut Makers, part: &Part, all: &[[u64; WORDS]]) -> Result<Win> {
    let allocates = matches!(part.flavor, abi::MPI_WIN_FLAVOR_ALLOCATE | abi::MPI_WIN_FLAVOR_SHARED);
    let contiguous = part.flavor == abi::MPI_WIN_FLAVOR_SHARED && !hints::is_noncontiguous(&part.info);
    let alignment = |makers: &Makers| makers.near.iter().map(|&r| all[r][5] as usize).max().unwrap_or(1);
    let layout = |makers: &Makers| {
        let sizes: Vec<u64> = makers.near.iter().map(|&r| if allocates { all[r][0] } else { 0 }).collect();
        let layout = WindowLayout::aligned(all.len(), &sizes, contiguous, alignment(makers));
        layout.ok_or_else(|| error(abi::MPI_ERR_SIZE, "the sum of all parts' sizes overflows"))
    };
    let job = |makers: &Makers, rank: usize| makers.group.job(rank as u32);
    let copied: Vec<bool> = {
        let mut s = gate::enter();
        let mut may = |rank| makers.near.contains(&rank) && s.endpoint().can_copy(job(makers, rank));
        (0..all.len()).map(&mut may).collect()
    };
    let asks = makers.near.len() < all.len() || !allocates && !makers.near.iter().all(|&r| copied[r]);
    let mut shape = layout(makers)?;
    let (memory, offers) = match makers.memory(&shape, alignment(makers), asks)? {
        Shared::Together(memory, offers) => (memory, offers),
        Shared::Refused if part.flavor == abi::MPI_WIN_FLAVOR_SHARED => {
            let why = "the system does not let the processes of this machine map each other's memory";
            return fail(abi::MPI_ERR_RMA_SHARED, why);
        }
        // Treat each process as if no other process were on its machine.
        Shared::Refused => {
            makers.near = vec![makers.me];
            shape = layout(makers)?;
            match makers.memory(&shape, alignment(makers), true)? {
                Shared::Together(memory, offers) => (memory, offers),
                Shared::Refused => return fail(abi::MPI_ERR_NO_MEM, "no memory for the window's control block"),
            }
        }
    };
    let offered = |rank: usize| match part.flavor {
        _ if allocates => PartMemory::Allocated { len: all[rank][0] },
        abi::MPI_WIN_FLAVOR_DYNAMIC => PartMemory::Attached,
        _ => PartMemory::Lent { address: all[rank][2], len: all[rank][0] },
    };
    let members: Vec<_> = (0..all.len())
        .map(|rank| WindowMember {
            rank: job(makers, rank),
            copied: copied[rank],
            near: makers.near.iter().position(|&r| r == rank),
            offered: offered(rank),
            key: all[rank][4],
        })
        .collect();
    let own = (part.flavor == abi::MPI_WIN_FLAVOR_CREATE).then_some(part.memory);
    let id = WindowId(makers.context.into());
    let mut window = Window::new(gate::enter().endpoint(), id, makers.me, &members, Some((memory, shape)), own);
    if offers {
        offer(makers, &mut window)?;
    }
    let targets = (0..all.len())
        .map(|rank| {
            let (unit, size) = (all[rank][1] as i64, all[rank][0]);
            Target { mapped: window.mapped(rank), unit, size, open: false, held: None }
        })
        .collect();
    let base = match allocates {
        true if part.size > 0 => window.mapped(makers.me).as_ptr() as usize,
        true => 0,
        false if part.memory.is_empty() => 0,
        false => part.memory.as_ptr() as usize,
    };
    let facts = Facts {
        base,
        size: part.size as isize,
        unit: part.unit as i32,
        flavor: part.flavor,
        model: abi::MPI_WIN_UNIFIED,
    };
    Ok(Win {
        window,
        targets,
        epochs: Default::default(),
        fenced: Default::default(),
        comm: abi::MPI_COMM_NULL,
        group: makers.group.clone(),
        errhandler: abi::MPI_ERRORS_ARE_FATAL,
        name: Vec::new(),
        info: hints::accepted(&part.info),
        attached_nothing: Vec::new(),
        facts: Box::new(facts),
    })
}

/// Opens this process's part to processes on other machines. Must run before any of these processes can begin an
/// operation. While such a window exists, the network's thread serves their operations.
#[cold]
fn offer(makers: &Makers, window: &mut Window) -> Result {
    {
        let mut s = gate::enter();
        window.offer(s.endpoint(), meaning);
        s.hold_help(true);
    }
    makers.gather([0])?;
    Ok(())
}

/// Checks a part's size and displacement unit. Returns MPI_ERR_SIZE or MPI_ERR_DISP.
fn numbers(size: i64, unit: i64) -> Result {
    if size < 0 {
        return fail(abi::MPI_ERR_SIZE, format!("the size is {size}; it must not be negative"));
    }
    if unit <= 0 {
        return fail(abi::MPI_ERR_DISP, format!("the displacement unit is {unit}; it must be positive"));
    }
    Ok(())
}

fn given(comm: abi::Comm, info: abi::Info) -> Result<Info> {
    let mut s = gate::enter();
    s.comm(comm)?;
    s.infos.or_null(info)
}

/// MPI_Win_create
pub fn create(
    call: Call,
    base: Addr,
    size: i64,
    unit: i64,
    info: abi::Info,
    comm: abi::Comm,
    win: Out<abi::Win>,
) -> Result {
    win.set(abi::MPI_WIN_NULL);
    let info = given(comm, info)?;
    let wrong = numbers(size, unit).and_then(|()| match base.get() {
        0 if size > 0 => fail(abi::MPI_ERR_BASE, format!("the base of {size} bytes is a null pointer")),
        at => devices::check(at, size as u64),
    });
    let memory = if wrong.is_ok() { base.region(0, size as usize) } else { Region::EMPTY };
    let part =
        Part { flavor: abi::MPI_WIN_FLAVOR_CREATE, size, unit, memory, info, key: clump::driver::windows::key() };
    win.set(make(call, comm, part, wrong)?);
    Ok(())
}

fn allocate_as(
    call: Call,
    flavor: i32,
    (size, unit): (i64, i64),
    info: abi::Info,
    comm: abi::Comm,
    base: Addr,
    win: Out<abi::Win>,
) -> Result {
    win.set(abi::MPI_WIN_NULL);
    let info = given(comm, info)?;
    let part = Part { flavor, size, unit, memory: Region::EMPTY, info, key: clump::driver::windows::key() };
    let made = make(call, comm, part, numbers(size, unit))?;
    win.set(made);
    base.out::<usize>().set(gate::enter().win(made)?.facts.base);
    Ok(())
}

/// MPI_Win_allocate
pub fn allocate(
    call: Call,
    size: i64,
    unit: i64,
    info: abi::Info,
    comm: abi::Comm,
    base: Addr,
    win: Out<abi::Win>,
) -> Result {
    allocate_as(call, abi::MPI_WIN_FLAVOR_ALLOCATE, (size, unit), info, comm, base, win)
}

/// MPI_Win_allocate_shared
pub fn allocate_shared(
    call: Call,
    size: i64,
    unit: i64,
    info: abi::Info,
    comm: abi::Comm,
    base: Addr,
    win: Out<abi::Win>,
) -> Result {
    allocate_as(call, abi::MPI_WIN_FLAVOR_SHARED, (size, unit), info, comm, base, win)
}

/// MPI_Win_create_dynamic
pub fn create_dynamic(call: Call, info: abi::Info, comm: abi::Comm, win: Out<abi::Win>) -> Result {
    win.set(abi::MPI_WIN_NULL);
    let info = given(comm, info)?;
    let (flavor, key) = (abi::MPI_WIN_FLAVOR_DYNAMIC, clump::driver::windows::key());
    let part = Part { flavor, size: 0, unit: 1, memory: Region::EMPTY, info, key };
    win.set(make(call, comm, part, Ok(()))?);
    Ok(())
}
