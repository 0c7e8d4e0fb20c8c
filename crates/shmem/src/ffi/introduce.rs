//! How PEs introduce themselves in `shmem_init`, before they share memory: by messages, Bruck's algorithm (1997).
use super::process::{enter, fail};
use crate::CONTEXT;
use clump::driver::{Buffer, LentBuffer, Mode, Select, Waiting};

/// Returns the words of all PEs. All PEs call this, in one order; it is a barrier, too.
pub fn gather<const N: usize>(call: &str, mine: [u64; N]) -> Vec<[u64; N]> {
    let place = enter(|inside| inside.common().endpoint.as_ref().map(|e| (e.rank() as usize, e.size() as usize)));
    let Some((me, size)) = place else { fail(call, "this process is in no job") };
    // The words of the PEs from this one on, round all PEs.
    let mut known = vec![mine];
    let mut distance = 1;
    while distance < size {
        let count = distance.min(size - distance);
        let to = (me + size - distance) % size;
        known.extend(exchange(&known[..count], to as u32, ((me + distance) % size) as u32));
        distance *= 2;
    }
    known.rotate_right(me);
    known
}

/// Sends words to PE `to`, and receives as many from PE `from`.
fn exchange<const N: usize>(words: &[[u64; N]], to: u32, from: u32) -> Vec<[u64; N]> {
    let bytes: Vec<u8> = words.as_flattened().iter().flat_map(|word| word.to_ne_bytes()).collect();
    // SAFETY: both operations have ended when this function drops the buffers.
    let (out, into) = unsafe { (LentBuffer::new(Buffer::copy_of(&bytes)), LentBuffer::new(Buffer::new(bytes.len()))) };
    enter(|inside| {
        let endpoint = inside.common().endpoint();
        let select = Select { context: CONTEXT, source: Some(from), tag: Some(0) };
        let mut under_way = vec![endpoint.recv(select, into.region())];
        under_way.extend(endpoint.send(to, CONTEXT, 0, out.region(), Mode::Standard));
        inside.block_until(Waiting::NOTHING, &mut |common| {
            under_way.retain(|&request| common.endpoint().test(request).is_none());
            under_way.is_empty()
        });
    });
    let words_len = words.len();
    let words = |at: usize| std::array::from_fn(|i| into.region().get(at * N + i));
    (0..words_len).map(words).collect()
}
