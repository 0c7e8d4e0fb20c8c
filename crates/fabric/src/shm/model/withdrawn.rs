//! A sender gives its memory back to the program while a receiver reads there.
use super::*;
use crate::shm::withdrawn::{any, change};

fn reused<const HOW: u8>() {
    check(3, || {
        // How many are withdrawn, and one word of the message's memory.
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
fn loom_memory_given_back_is_not_believed() {
    reused::<SOUND>();
}
#[test]
#[should_panic(expected = "what the program wrote is not believed")]
fn loom_memory_given_back_is_believed_without_fences() {
    reused::<FENCES>();
}
