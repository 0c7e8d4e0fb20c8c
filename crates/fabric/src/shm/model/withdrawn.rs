//! A model in which a sender returns its memory to the program while a receiver reads that memory.
use super::*;
use crate::shm::withdrawn::{any, change};

fn reused<const HOW: u8>() {
    check(3, || {
        // The number of withdrawn sends, and one word of the message's memory.
        let words = Arc::new([Weak::<AtomicU64, HOW>::new(0), Weak::<AtomicU64, HOW>::new(1)]);
        let mine = words.clone();
        let sender = loom::thread::spawn(move || {
            change(&mine[0], true);
            Word::store(&mine[1], 2, Ordering::Relaxed);
        });
        let copied = Word::load(&words[1], Ordering::Relaxed);
        assert!(copied == 1 || any(&words[0]), "what the program wrote is not believed");
        sender.join().unwrap();
        assert!(any(&words[0]));
        change(&words[0], false);
        assert!(!any(&words[0]));
    });
}

#[test]
fn loom_bytes_read_from_returned_memory_are_discarded() {
    reused::<SOUND>();
}
#[test]
#[should_panic(expected = "what the program wrote is not believed")]
fn loom_bytes_read_from_returned_memory_are_accepted_without_fences() {
    reused::<FENCES>();
}
