//! A store of keys and values that is spread over all ranks, each of which answers its peers by handlers:
//! `clump run -n 4 store`.
//!
//! A key belongs to one rank, its home. `put` sends key and value there; `get` asks the home, which sends the value
//! back; `scan` asks every rank for all keys with a prefix. The answer is one long message of unknown content,
//! whose handler takes it apart value by value while it is still arriving.
use clump::handlers::{Handlers, RecvStream};
use clump::{Buffer, Endpoint, Error, Rank};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

// Handler numbers: each stands for the purpose of a message.
const PUT: i32 = 1;
const GET: i32 = 2;
const SCAN: i32 = 3;
/// The answer to GET.
const VALUE: i32 = 4;
/// The answer to SCAN.
const VALUES: i32 = 5;
/// Tells a rank that the sender has reached the next step.
const STEP: i32 = 6;

/// A rank's part of the store, and the answers that it has received. Handlers run one step at a time, so that no lock
/// is needed.
#[derive(Default)]
struct Store {
    /// Keys whose home is this rank.
    values: RefCell<BTreeMap<String, Vec<u8>>>,
    /// Number of PUTs received.
    puts: Cell<u32>,
    /// Answers to this rank's questions.
    answers: RefCell<Vec<(String, Vec<u8>)>>,
    /// Ranks that have sent all of their answer to SCAN.
    scanned: Cell<u32>,
    /// Number of steps reached, summed over all ranks.
    steps: Cell<u32>,
}

impl Store {
    /// Returns the entries whose keys begin with `prefix`.
    fn under(&self, prefix: &str) -> Vec<(String, Vec<u8>)> {
        let values = self.values.borrow();
        let entries = values.range(prefix.to_owned()..).take_while(|(key, _)| key.starts_with(prefix));
        entries.map(|(key, value)| (key.clone(), value.clone())).collect()
    }
}

/// Returns the rank that keeps a key.
fn home(key: &str, ranks: u32) -> Rank {
    key.bytes().fold(0u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into())) % ranks
}

/// Returns a header: the lengths of key and value, four bytes each, and the key.
fn header(key: &str, value: &[u8]) -> Vec<u8> {
    let mut bytes = (key.len() as u32).to_le_bytes().to_vec();
    bytes.extend((value.len() as u32).to_le_bytes());
    bytes.extend(key.bytes());
    bytes
}

/// Reads a key and its value: first the lengths, then each straight into its memory. A long value is pulled from
/// its owner's memory when its destination is named.
async fn read_entry(message: &mut RecvStream) -> Result<(String, Vec<u8>), Error> {
    let lengths = message.read(8).await?;
    let number = |at: usize| u32::from_le_bytes([lengths[at], lengths[at + 1], lengths[at + 2], lengths[at + 3]]);
    let key = message.read(number(0) as usize).await?;
    let value = message.read(number(4) as usize).await?;
    Ok((String::from_utf8_lossy(&key).into_owned(), value))
}

/// PUT: stores a key and its value.
async fn put(mut message: RecvStream, store: Rc<Store>) -> Result<(), Error> {
    let (key, value) = read_entry(&mut message).await?;
    store.values.borrow_mut().insert(key, value);
    store.puts.set(store.puts.get() + 1);
    Ok(())
}

/// GET: answers with the key's entry, in two pieces, or with an empty message.
async fn get(mut message: RecvStream, store: Rc<Store>) -> Result<(), Error> {
    let key = message.read(message.size() as usize).await?;
    let key = String::from_utf8_lossy(&key).into_owned();
    let found = store.values.borrow().get(&key).cloned();
    let entries = found.map(|value| (key, value)).into_iter().collect();
    answer(message, VALUE, entries).await
}

/// SCAN: answers with every entry of this rank whose key begins with the prefix, one behind the other.
async fn scan(mut message: RecvStream, store: Rc<Store>) -> Result<(), Error> {
    let prefix = message.read(message.size() as usize).await?;
    let prefix = String::from_utf8_lossy(&prefix).into_owned();
    // Nothing may stay borrowed while this handler waits, because other handlers run then.
    let entries = store.under(&prefix);
    answer(message, VALUES, entries).await
}

/// Sends entries back to the rank that asked, piece by piece: headers and values need not be adjacent in memory.
async fn answer(message: RecvStream, handler: i32, entries: Vec<(String, Vec<u8>)>) -> Result<(), Error> {
    let size: usize = entries.iter().map(|(key, value)| header(key, value).len() + value.len()).sum();
    let mut back = message.begin_message(message.source(), size as u64, handler)?;
    for (key, value) in entries {
        back.send_piece(Buffer::copy_of(&header(&key, &value))).await?;
        back.send_piece(Buffer::copy_of(&value)).await?;
    }
    back.end_message()
}

/// VALUE and VALUES: reads entries until the end of the message.
async fn answered(mut message: RecvStream, store: Rc<Store>, scanned: bool) -> Result<(), Error> {
    while message.unread() > 0 {
        let entry = read_entry(&mut message).await?;
        store.answers.borrow_mut().push(entry);
    }
    if scanned {
        store.scanned.set(store.scanned.get() + 1);
    }
    Ok(())
}

/// STEP: counts a rank that has reached the next step.
async fn step(_: RecvStream, store: Rc<Store>) -> Result<(), Error> {
    store.steps.set(store.steps.get() + 1);
    Ok(())
}

/// Makes messages with this number run `handler`, with the store.
fn register<Running>(
    handlers: &Handlers,
    store: &Rc<Store>,
    number: i32,
    handler: impl Fn(RecvStream, Rc<Store>) -> Running + 'static,
) where
    Running: Future<Output = Result<(), Error>> + 'static,
{
    let store = store.clone();
    handlers.register(number, move |message| {
        let running = handler(message, store.clone());
        async move {
            if let Err(error) = running.await {
                eprintln!("handler {number}: {error}");
            }
        }
    });
}

/// Returns this rank's key number `i` and its value: some values are short, some long.
fn entry(rank: Rank, i: u32) -> (String, Vec<u8>) {
    (format!("rank{rank}/key{i}"), vec![i as u8; if i.is_multiple_of(10) { 200_000 } else { 20 }])
}

const KEYS: u32 = 50;

fn main() -> Result<(), Error> {
    let endpoint = Endpoint::open()?;
    let (rank, ranks) = (endpoint.rank(), endpoint.size());
    let handlers = endpoint.into_handlers();
    let store = Rc::new(Store::default());
    register(&handlers, &store, PUT, put);
    register(&handlers, &store, GET, get);
    register(&handlers, &store, SCAN, scan);
    register(&handlers, &store, VALUE, |message, store| answered(message, store, false));
    register(&handlers, &store, VALUES, |message, store| answered(message, store, true));
    register(&handlers, &store, STEP, step);

    handlers.block_on(put_all(&handlers, rank, ranks))??;
    // A rank that asks now must find all keys: wait until this rank has received a PUT for each key that it is home
    // to.
    let mine = (0..ranks).flat_map(|r| (0..KEYS).map(move |i| entry(r, i).0)).filter(|key| home(key, ranks) == rank);
    let mine = mine.count() as u32;
    handlers.run_until(|| store.puts.get() == mine)?;
    together(&handlers, &store, ranks, 1)?;

    // Get one of the next rank's values.
    let (wanted, value) = entry((rank + 1) % ranks, 10);
    handlers.send(home(&wanted, ranks), GET, Buffer::copy_of(wanted.as_bytes()))?;
    handlers.run_until(|| !store.answers.borrow().is_empty())?;
    assert_eq!(store.answers.take(), [(wanted.clone(), value)]);
    println!("rank {rank}: got {wanted}");

    // Get all of the next rank's values, on whatever ranks they are.
    let prefix = format!("rank{}/", (rank + 1) % ranks);
    for to in 0..ranks {
        handlers.send(to, SCAN, Buffer::copy_of(prefix.as_bytes()))?;
    }
    handlers.run_until(|| store.scanned.get() == ranks)?;
    let answers: BTreeMap<_, _> = store.answers.take().into_iter().collect();
    assert_eq!(answers, (0..KEYS).map(|i| entry((rank + 1) % ranks, i)).collect());
    let bytes: usize = answers.values().map(Vec::len).sum();
    println!("rank {rank}: scanned {} values under {prefix}, {bytes} bytes", answers.len());

    // No rank leaves before all have their answers.
    together(&handlers, &store, ranks, 2)?;
    handlers.close()
}

/// Waits until all ranks have reached this step. No rank is further, because each rank waits here for this rank.
fn together(handlers: &Handlers, store: &Store, ranks: u32, step: u32) -> Result<(), Error> {
    for to in 0..ranks {
        handlers.send(to, STEP, Buffer::new(0))?;
    }
    handlers.run_until(|| store.steps.get() >= step * ranks)
}

/// Sends this rank's keys to their homes. Handlers run while this rank waits, so that ranks that put at the same time
/// do not block each other. The value is a separate piece, which saves copying it behind its header.
async fn put_all(handlers: &Handlers, rank: Rank, ranks: u32) -> Result<(), Error> {
    for i in 0..KEYS {
        let (key, value) = entry(rank, i);
        let header = header(&key, &value);
        let mut message = handlers.begin_message(home(&key, ranks), (header.len() + value.len()) as u64, PUT)?;
        message.send_piece(Buffer::copy_of(&header)).await?;
        message.send_piece(Buffer::copy_of(&value)).await?;
        message.end_message()?;
    }
    Ok(())
}
