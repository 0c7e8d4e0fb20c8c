//! The spike of 0016-rows.md: what each side takes for a row of 60 KiB between two test hosts, by ways of copying,
//! sealing, opening and of telling the system where the bytes lie. us a row; medians; both sides run at once on two
//! cores. A program of its own: `cargo new`, aegis 0.9.20, libc, lto = "fat"; `cargo run -r NETNS NETNS ADDRESS` as
//! root, the address being the second's.
use std::os::fd::AsRawFd;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::Instant;
use std::{net::UdpSocket, ptr};

use aegis as _;
unsafe extern "C" {
    fn aegis128x4_encrypt_detached(
        c: *mut u8, mac: *mut u8, maclen: usize, m: *const u8, mlen: usize, ad: *const u8, adlen: usize,
        npub: *const u8, k: *const u8,
    ) -> i32;
    fn aegis128x4_decrypt_detached(
        m: *mut u8, c: *const u8, clen: usize, mac: *const u8, maclen: usize, ad: *const u8, adlen: usize,
        npub: *const u8, k: *const u8,
    ) -> i32;
    fn aegis_init() -> i32;
}
const K: [u8; 16] = [1; 16];
const CLEAR: usize = 16;
const TAG: usize = 16;
const PART: usize = 1436; // of a frame in a datagram
const PARTS: usize = 6;
const FRAMES: usize = 7;
const FRAME: usize = PART * PARTS; // text and tag
const SEG: usize = CLEAR + PART;
const ROW: usize = SEG * PARTS * FRAMES;

fn seal(c: *mut u8, mac: *mut u8, m: *const u8, n: usize) {
    unsafe { aegis128x4_encrypt_detached(c, mac, TAG, m, n, K.as_ptr(), 16, K.as_ptr(), K.as_ptr()) };
}
fn open(m: *mut u8, c: *const u8, n: usize) {
    let r = unsafe { aegis128x4_decrypt_detached(m, c, n, c.add(n), TAG, K.as_ptr(), 16, K.as_ptr(), K.as_ptr()) };
    assert_eq!(r, 0);
}
fn copy(to: *mut u8, from: *const u8, n: usize) {
    unsafe { ptr::copy_nonoverlapping(from, to, n) };
}
fn enter(ns: &str) {
    let f = std::fs::File::open(format!("/run/netns/{ns}")).unwrap();
    assert_eq!(unsafe { libc::setns(f.as_raw_fd(), libc::CLONE_NEWNET) }, 0);
}
fn pin(cpu: usize) {
    unsafe {
        let mut s: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(cpu, &mut s);
        libc::sched_setaffinity(0, size_of_val(&s), &s);
    }
}
fn message(s: &UdpSocket, iov: &mut [libc::iovec], segment: Option<u16>) -> isize {
    unsafe {
        let mut m: libc::msghdr = std::mem::zeroed();
        m.msg_iov = iov.as_mut_ptr();
        m.msg_iovlen = iov.len() as _;
        let mut control = [0u64; 8];
        m.msg_control = control.as_mut_ptr().cast();
        m.msg_controllen = 64;
        let Some(segment) = segment else { return libc::recvmsg(s.as_raw_fd(), &mut m, libc::MSG_DONTWAIT) };
        m.msg_controllen = libc::CMSG_SPACE(2) as _;
        let c = libc::CMSG_FIRSTHDR(&m);
        (*c).cmsg_level = libc::SOL_UDP;
        (*c).cmsg_type = libc::UDP_SEGMENT;
        (*c).cmsg_len = libc::CMSG_LEN(2) as _;
        *libc::CMSG_DATA(c).cast::<u16>() = segment;
        libc::sendmsg(s.as_raw_fd(), &m, 0)
    }
}
fn iov(p: *mut u8, n: usize) -> libc::iovec {
    libc::iovec { iov_base: p.cast(), iov_len: n }
}

const WAYS: [(&str, u8, u8); 9] = [
    ("bare: copy; glue, copy", 0, 0),
    ("bare: copy; copied from its datagrams", 0, 6),
    ("bare: gathered from the user; scattered, copy", 4, 7),
    ("bare: gathered from the user; copied from its datagrams", 4, 6),
    ("sealed: copy, seal, cut; glue, open, copy", 1, 1),
    ("sealed: one pass, cut; glue, one pass", 2, 4),
    ("sealed: one pass, gathered; scattered, open, copy", 3, 2),
    ("sealed: one pass, gathered; scattered, one pass", 3, 3),
    ("sealed: each datagram by itself, one pass; one pass", 5, 5),
];

fn main() {
    let a: Vec<String> = std::env::args().collect();
    unsafe { aegis_init() };
    let total: usize = a.get(4).map_or(16 << 20, |s| s.parse::<usize>().unwrap() << 10);
    for round in 0..3 {
        for (name, s, r) in WAYS {
            let (tx, rx, all) = run(&a, s, r, total);
            if round > 0 {
                println!("{name:60} sender {:6.2} + {:6.2}  receiver {:6.2} + {:6.2}  {:5.2} GB/s", tx.0, tx.1, rx.0,
                    rx.1, all);
            }
        }
    }
}

fn run(a: &[String], s: u8, r: u8, total: usize) -> ((f64, f64), (f64, f64), f64) {
    let rows = total / ROW;
    static READY: AtomicUsize = AtomicUsize::new(0);
    static DONE: AtomicUsize = AtomicUsize::new(0);
    READY.store(0, SeqCst);
    DONE.store(0, SeqCst);
    let times = 6;
    let rows_all = rows * times;
    std::thread::scope(|scope| {
        let rx = scope.spawn(move || {
            enter(&a[2]);
            pin(1);
            let sock = UdpSocket::bind("0.0.0.0:7777").unwrap();
            unsafe {
                let v: i32 = 8 << 20;
                libc::setsockopt(sock.as_raw_fd(), libc::SOL_SOCKET, libc::SO_RCVBUFFORCE, (&raw const v).cast(), 4);
                let v: i32 = 1;
                libc::setsockopt(sock.as_raw_fd(), libc::SOL_UDP, libc::UDP_GRO, (&raw const v).cast(), 4);
            }
            READY.store(1, SeqCst);
            let mut buffer = vec![0u8; 128 << 10];
            let mut heads = vec![0u8; CLEAR * 64];
            let mut user = vec![1u8; rows * ROW];
            let (mut system, mut own) = (Vec::new(), Vec::new());
            for n in 0..rows_all {
                let at = unsafe { user.as_mut_ptr().add(n % rows * ROW) };
                let b = buffer.as_mut_ptr();
                let scattered = matches!(r, 2 | 3 | 7);
                let (t, mut got);
                loop {
                    let mut v = Vec::with_capacity(2 * 64);
                    if scattered {
                        for i in 0..PARTS * FRAMES {
                            v.push(iov(unsafe { heads.as_mut_ptr().add(i * CLEAR) }, CLEAR));
                            v.push(iov(unsafe { b.add(i * PART) }, PART));
                        }
                    } else {
                        v.push(iov(b, 64 << 10));
                    }
                    let t0 = Instant::now();
                    got = message(&sock, &mut v, None);
                    if got > 0 { t = t0; break; }
                }
                let t1 = Instant::now();
                assert_eq!(got as usize, ROW, "row cut");
                for f in 0..FRAMES {
                    let to = unsafe { at.add(f * FRAME) };
                    let from = unsafe { b.add(f * PARTS * SEG + CLEAR) };
                    let packed = unsafe { b.add(f * FRAME) };
                    unsafe {
                        match r {
                            0 | 1 | 4 => {
                                for i in 1..PARTS { ptr::copy(from.add(i * SEG), from.add(i * PART), PART) }
                                match r {
                                    0 => copy(to, from, FRAME - TAG),
                                    1 => { open(from, from, FRAME - TAG); copy(to, from, FRAME - TAG) }
                                    _ => open(to, from, FRAME - TAG),
                                }
                            }
                            2 => { open(packed, packed, FRAME - TAG); copy(to, packed, FRAME - TAG) }
                            3 => open(to, packed, FRAME - TAG),
                            5 => for i in 0..PARTS { open(to.add(i * (PART - TAG)), from.add(i * SEG), PART - TAG) },
                            6 => for i in 0..PARTS { copy(to.add(i * PART), from.add(i * SEG), PART) },
                            _ => copy(to, packed, FRAME - TAG),
                        }
                    }
                }
                let t2 = Instant::now();
                DONE.store(n + 1, SeqCst);
                system.push((t1 - t).as_nanos());
                own.push((t2 - t1).as_nanos());
            }
            (median(own), median(system))
        });
        let tx = scope.spawn(move || {
            enter(&a[1]);
            pin(0);
            let sock = UdpSocket::bind("0.0.0.0:0").unwrap();
            while READY.load(SeqCst) == 0 { std::thread::yield_now() }
            sock.connect((a[3].as_str(), 7777)).unwrap();
            let mut user = vec![1u8; rows * ROW];
            let mut row = vec![0u8; ROW];
            let mut scratch = vec![0u8; ROW];
            let head = [0u8; CLEAR];
            let (mut system, mut own) = (Vec::new(), Vec::new());
            let begin = Instant::now();
            for n in 0..rows_all {
                while n - DONE.load(SeqCst) >= 4 { std::hint::spin_loop() }
                let at = unsafe { user.as_mut_ptr().add(n % rows * ROW) };
                let t0 = Instant::now();
                let mut v = Vec::with_capacity(2 * 64);
                for f in 0..FRAMES {
                    unsafe {
                        let from = at.add(f * FRAME);
                        let there = row.as_mut_ptr().add(f * PARTS * SEG);
                        let packed = scratch.as_mut_ptr().add(f * FRAME);
                        let n = FRAME - TAG;
                        match s {
                            0 => for i in 0..PARTS {
                                copy(there.add(i * SEG), head.as_ptr(), CLEAR);
                                copy(there.add(i * SEG + CLEAR), from.add(i * PART), PART);
                            },
                            1 | 2 => {
                                let frame = scratch.as_mut_ptr();
                                if s == 1 { copy(frame, from, n); seal(frame, frame.add(n), frame, n) }
                                else { seal(frame, frame.add(n), from, n) }
                                for i in 0..PARTS {
                                    copy(there.add(i * SEG), head.as_ptr(), CLEAR);
                                    copy(there.add(i * SEG + CLEAR), frame.add(i * PART), PART);
                                }
                            }
                            3 | 4 => {
                                if s == 3 { seal(packed, packed.add(n), from, n) }
                                let p = if s == 3 { packed } else { from };
                                for i in 0..PARTS {
                                    v.push(iov(head.as_ptr().cast_mut(), CLEAR));
                                    v.push(iov(p.add(i * PART), PART));
                                }
                            }
                            _ => for i in 0..PARTS {
                                let to = there.add(i * SEG + CLEAR);
                                copy(there.add(i * SEG), head.as_ptr(), CLEAR);
                                let n = PART - TAG;
                                seal(to, to.add(n), from.add(i * n), n);
                            },
                        }
                    }
                }
                if v.is_empty() { v.push(iov(row.as_mut_ptr(), ROW)) }
                let t1 = Instant::now();
                let sent = message(&sock, &mut v, Some(SEG as u16));
                assert_eq!(sent, ROW as isize, "{}", std::io::Error::last_os_error());
                let t2 = Instant::now();
                own.push((t1 - t0).as_nanos());
                system.push((t2 - t1).as_nanos());
            }
            while DONE.load(SeqCst) < rows_all { std::hint::spin_loop() }
            let rate = (rows_all * ROW) as f64 / begin.elapsed().as_secs_f64() / 1e9;
            ((median(own), median(system)), rate)
        });
        let (tx, rate) = tx.join().unwrap();
        (tx, rx.join().unwrap(), rate)
    })
}
fn median(mut v: Vec<u128>) -> f64 {
    v.sort();
    v[v.len() / 2] as f64 / 1000.0
}
