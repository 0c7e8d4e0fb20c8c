use std::sync::atomic::*;
use std::time::Instant;
const LINES: usize = 128; // 64B lines
#[repr(align(64))]
struct Line([AtomicU64; 8]);
#[repr(align(64))]
struct Ring {
    consumed: AtomicU64,
    _p: [u64; 7],
    l: [Line; LINES],
}
impl Ring {
    fn new() -> &'static Ring {
        let b = unsafe { std::alloc::alloc_zeroed(std::alloc::Layout::new::<Ring>()) as *mut Ring };
        unsafe { &*b }
    }
}
struct Tx {
    r: &'static Ring,
    line: u64,
    sub: usize,
    cached: u64,
    per: usize,
}
impl Tx {
    #[inline(always)]
    fn send(&mut self, v: u64) -> bool {
        let need = 2;
        if self.sub + need > 8 || self.sub / 2 >= self.per {
            self.line += 1;
            self.sub = 0;
        }
        if self.sub == 0 && self.line - self.cached >= LINES as u64 {
            self.cached = self.r.consumed.load(Ordering::Acquire);
            if self.line - self.cached >= LINES as u64 {
                return false;
            }
        }
        let l = &self.r.l[(self.line as usize) % LINES];
        let stamp = 0x8000_0000_0000_0000u64 | (((self.line / LINES as u64) & 1) << 62) | 8;
        l.0[self.sub + 1].store(v, Ordering::Relaxed);
        if self.sub + 2 < 8 {
            l.0[self.sub + 2].store(0, Ordering::Relaxed);
        }
        l.0[self.sub].store(stamp, Ordering::Release);
        self.sub += 2;
        true
    }
}
struct Rx {
    r: &'static Ring,
    line: u64,
    sub: usize,
    per: usize,
}
impl Rx {
    #[inline(always)]
    fn poll(&mut self) -> Option<u64> {
        if self.sub + 2 > 8 || self.sub / 2 >= self.per {
            self.line += 1;
            self.sub = 0;
            if self.line % 32 == 0 {
                self.r.consumed.store(self.line, Ordering::Release);
            }
        }
        let l = &self.r.l[(self.line as usize) % LINES];
        let h = l.0[self.sub].load(Ordering::Acquire);
        let want = 2 | ((self.line / LINES as u64) & 1);
        if h >> 62 != want {
            return None;
        }
        let v = l.0[self.sub + 1].load(Ordering::Relaxed);
        self.sub += 2;
        Some(v)
    }
}
fn pin(c: usize) {
    unsafe {
        let mut s = [0u64; 16];
        s[0] = 1 << c;
        unsafe extern "C" {
            fn sched_setaffinity(p: i32, n: usize, m: *const u64) -> i32;
        }
        sched_setaffinity(0, 128, s.as_ptr());
    }
}
fn main() {
    for per in [1usize, 2, 4] {
        for back in [0u32, 8, 32] {
            let a = Ring::new();
            let b = Ring::new();
            const N: u64 = 2_000_000;
            let t = std::thread::spawn(move || {
                pin(1);
                let mut rx = Rx { r: a, line: 0, sub: 0, per };
                let mut tx = Tx { r: b, line: 0, sub: 0, cached: 0, per };
                for _ in 0..N / 4 {
                    loop {
                        if let Some(v) = rx.poll() {
                            while !tx.send(v) {}
                            break;
                        } else {
                            std::hint::spin_loop()
                        }
                    }
                }
                // rate
                let mut got = 0u64;
                let mut sum = 0;
                let mut streak = 0;
                while got < N * 5 {
                    if let Some(v) = rx.poll() {
                        sum += v;
                        got += 1;
                        streak += 1;
                    } else {
                        if streak > 0 {
                            for _ in 0..back {
                                std::hint::spin_loop()
                            }
                        }
                        streak = 0;
                    }
                }
                while !tx.send(sum) {}
            });
            pin(0);
            let mut tx = Tx { r: a, line: 0, sub: 0, cached: 0, per };
            let mut rx = Rx { r: b, line: 0, sub: 0, per };
            let s = Instant::now();
            for i in 0..N / 4 {
                while !tx.send(i) {}
                loop {
                    if rx.poll().is_some() { break } else { std::hint::spin_loop() }
                }
            }
            let e = s.elapsed();
            let s = Instant::now();
            for i in 0..N * 5 {
                while !tx.send(i) {
                    std::hint::spin_loop()
                }
            }
            loop {
                if rx.poll().is_some() {
                    break;
                }
            }
            let r = s.elapsed();
            println!(
                "per line {per} backoff {back}: one-way {:.1} ns, rate {:.1} M/s",
                e.as_nanos() as f64 / (N / 4) as f64 / 2.0,
                (N * 5) as f64 / r.as_secs_f64() / 1e6
            );
            t.join().unwrap();
        }
    }
    // floor: single line flag
    let l: &'static Line = Box::leak(Box::new(Line(Default::default())));
    let l2: &'static Line = Box::leak(Box::new(Line(Default::default())));
    let t = std::thread::spawn(move || {
        pin(1);
        for i in 1..1_000_000u64 {
            while l.0[0].load(Ordering::Acquire) != i {}
            l2.0[0].store(i, Ordering::Release);
        }
    });
    let s = Instant::now();
    for i in 1..1_000_000u64 {
        l.0[0].store(i, Ordering::Release);
        while l2.0[0].load(Ordering::Acquire) != i {}
    }
    println!("floor {:.1} ns", s.elapsed().as_nanos() as f64 / 2e6);
    t.join().unwrap();
}
