//! Two ranks send their first message to a third rank, which sleeps. The third rank must find each sender and wake up.
use super::bell::{BARRIER, Bell};
use super::*;
use crate::shm::active_senders::{announce, newcomers, news};

fn model<const HOW: u8>(first: u32, second: u32) {
    check(2, move || {
        let bell = Arc::new(Bell::<SOUND>::new());
        let words: Arc<[Weak<AtomicU64, HOW>; 2]> = Arc::new(std::array::from_fn(|_| Weak::<AtomicU64, HOW>::new(0)));
        // The ring of each sender, for one record.
        let rings: Arc<[AtomicU32; 2]> = Arc::new(std::array::from_fn(|_| AtomicU32::new(0)));
        let senders = [first, second];
        let threads: Vec<_> = (0..2)
            .map(|i| {
                let (bell, words, rings) = (bell.clone(), words.clone(), rings.clone());
                loom::thread::spawn(move || {
                    announce(|w| &words[w], senders[i]);
                    bell.line::<BARRIER>().ring(false);
                    rings[i].store(1, Ordering::Release);
                    bell.line::<BARRIER>().ring(false);
                })
            })
            .collect();
        let (mut known, mut links) = ([0u64; 2], Vec::new());
        bell.wait::<BARRIER>(false, || {
            for w in 0..2 {
                if let Some(bits) = news(&words[w], known[w]) {
                    links.extend(newcomers(w, bits, &mut known[w]));
                }
            }
            assert!(links.iter().all(|l| senders.contains(l)) && links.len() <= 2, "{links:?}");
            // The receiver polls the rings of the senders that it knows, and no other ring.
            (0..2).all(|i| links.contains(&senders[i]) && rings[i].load(Ordering::Acquire) == 1)
        });
        for t in threads {
            t.join().unwrap();
        }
    });
}

#[test]
fn loom_active_senders_of_one_word_are_all_found() {
    model::<SOUND>(3, 63);
}
#[test]
fn loom_active_senders_of_two_words_are_all_found() {
    model::<SOUND>(0, 64);
}
/// If a bit is lost, its sender's ring is never polled, and the receiver sleeps for ever.
#[test]
#[should_panic(expected = "deadlock")]
fn loom_talkers_fail_where_setting_a_bit_is_not_atomic() {
    model::<TORN>(3, 63);
}
