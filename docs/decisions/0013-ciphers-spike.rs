//! The spike of 0013-ciphers.md: what it takes to seal and to open by each cipher, in nanoseconds; the least of 9
//! rounds, all by turns. What is opened is copied there first, since it is opened in place. A program of its own:
//! `cargo new`, aegis 0.9.20, aws-lc-rs 1 and ring 0.17 (both without default features; aws-lc-sys), lto = "fat",
//! `cargo run -r`.
use aegis::{aegis128l::Aegis128L, aegis128x2::Aegis128X2, aegis128x4::Aegis128X4};
use std::{hint::black_box, time::Instant};

const SIZES: [usize; 7] = [8, 64, 256, 768, 1_408, 8_192, 65_000];
const CLEAR: [u8; 16] = [7; 16];
type Way = (String, Box<dyn FnMut(&[u8], &mut [u8])>);
/// Sealed text and its tag, made when it is first opened.
type Kept = std::collections::HashMap<usize, (Vec<u8>, [u8; 16])>;

fn add(ways: &mut Vec<Way>, name: String, way: impl FnMut(&[u8], &mut [u8]) + 'static) {
    ways.push((name, Box::new(way)));
}
macro_rules! aegis {
    ($ways:ident, $cipher:ident) => {
        let new = || $cipher::<16>::new(black_box(&[1; 16]), black_box(&[2; 16]));
        let name = |what| format!("{} {what}", stringify!($cipher));
        add(&mut $ways, name("seal"), move |_, to| {
            black_box(new().encrypt_in_place(to, &CLEAR));
        });
        let mut kept = Kept::new();
        add(&mut $ways, name("copy, open"), move |from, to| {
            let (sealed, tag) = kept.entry(from.len()).or_insert_with(|| new().encrypt(from, &CLEAR));
            to.copy_from_slice(sealed);
            new().decrypt_in_place(to, tag, &CLEAR).expect("genuine");
        });
        add(&mut $ways, name("copy, seal"), move |from, to| {
            to.copy_from_slice(from);
            black_box(new().encrypt_in_place(to, &CLEAR));
        });
        add(&mut $ways, name("copy and seal in one pass"), move |from, to| {
            let mut e = new().encryptor(&CLEAR);
            e.update(from, to);
            black_box(e.finalize());
        });
    };
}
macro_rules! other {
    ($ways:ident, $krate:ident, $cipher:ident, $len:literal) => {{
        use $krate::aead::*;
        let nonce = || Nonce::assume_unique_for_key([2; 12]);
        let [one, two] = [0; 2].map(|_| LessSafeKey::new(UnboundKey::new(&$cipher, &[1; $len]).unwrap()));
        let name = |what| format!("{} {} {what}", stringify!($krate), stringify!($cipher));
        add(&mut $ways, name("seal"), move |_, to| {
            black_box(one.seal_in_place_separate_tag(nonce(), Aad::from(CLEAR), to).unwrap().as_ref().len());
        });
        let mut kept = std::collections::HashMap::<usize, (Vec<u8>, Vec<u8>)>::new();
        add(&mut $ways, name("copy, open"), move |from, _| {
            let (sealed, to) = kept.entry(from.len()).or_insert_with(|| {
                let mut sealed = from.to_vec();
                two.seal_in_place_append_tag(nonce(), Aad::from(CLEAR), &mut sealed).unwrap();
                (sealed.clone(), sealed)
            });
            to.copy_from_slice(sealed);
            black_box(two.open_in_place(nonce(), Aad::from(CLEAR), to).expect("genuine").len());
        });
    }};
}
fn main() {
    let mut ways: Vec<Way> = Vec::new();
    other!(ways, aws_lc_rs, AES_128_GCM, 16);
    other!(ways, ring, AES_128_GCM, 16);
    other!(ways, aws_lc_rs, CHACHA20_POLY1305, 32);
    other!(ways, ring, CHACHA20_POLY1305, 32);
    aegis!(ways, Aegis128L);
    aegis!(ways, Aegis128X2);
    aegis!(ways, Aegis128X4);
    ways.push(("memcpy".into(), Box::new(|from, to| to.copy_from_slice(from))));
    let mut best = vec![[f64::MAX; SIZES.len()]; ways.len()];
    let (text, mut to) = (vec![5u8; 65_000], vec![0u8; 65_000]);
    for _ in 0..9 {
        for ((_, way), best) in ways.iter_mut().zip(&mut best) {
            for (size, best) in SIZES.iter().zip(best) {
                let times = 2_000_000 / (100 + size / 4);
                let start = Instant::now();
                for _ in 0..times {
                    way(black_box(&text[..*size]), black_box(&mut to[..*size]));
                }
                *best = best.min(start.elapsed().as_nanos() as f64 / times as f64);
            }
        }
    }
    for ((name, _), best) in ways.iter().zip(best) {
        println!("| {name} | {} |", best.map(|ns| format!("{ns:.0}")).join(" | "));
    }
}
