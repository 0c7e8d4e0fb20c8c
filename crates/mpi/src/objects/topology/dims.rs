//! Balanced grids for MPI_Dims_create (MPI 5.0, 8.5.2).

/// Returns `n` as a product of `k` non-increasing factors that are as close to each other as possible.
/// Minimizes the difference between the largest and the smallest factor; among equal differences, the largest
/// factor, then the second largest, and so on. `n` and `k` are at least 1.
pub fn balanced(n: u32, k: usize) -> Vec<u32> {
    let mut search = Search { divisors: divisors(n), factors: Vec::with_capacity(k), best: Vec::new() };
    search.split(n, k, n);
    search.best
}

fn divisors(n: u32) -> Vec<u32> {
    let mut low: Vec<u32> = (1..).take_while(|d| d * d <= u64::from(n)).map(|d| d as u32).collect();
    low.retain(|d| n.is_multiple_of(*d));
    let high: Vec<u32> = low.iter().rev().map(|d| n / d).filter(|d| u64::from(*d) * u64::from(*d) > n.into()).collect();
    [low, high].concat()
}

/// A branch-and-bound search through all factorizations.
struct Search {
    /// The divisors to choose from, in increasing order.
    divisors: Vec<u32>,
    /// The factors chosen so far, in decreasing order.
    factors: Vec<u32>,
    /// The best factorization so far; empty until the search has found a factorization.
    best: Vec<u32>,
}

impl Search {
    /// Tries all ways to split `n` into `k` more factors of at most `most` each. Tries smaller factors first, so
    /// that the search finds first, and keeps, the one with the smallest leading factors among equally good
    /// factorizations.
    fn split(&mut self, n: u32, k: usize, most: u32) {
        if k == 1 {
            if (self.least(n)..=most).contains(&n) {
                self.best = self.factors.clone();
                self.best.push(n);
            }
            return;
        }
        // Factors do not increase, so this factor is at least the k-th root of `n`.
        let from = self.divisors.partition_point(|&d| below(d, k, n));
        for i in from..self.divisors.len() {
            let d = self.divisors[i];
            // The remaining factors must not become too small either; a larger factor here leaves less for the
            // remaining factors.
            if d > most || exceeds(self.least(d), k - 1, n / d) {
                return;
            }
            if n.is_multiple_of(d) {
                self.factors.push(d);
                self.split(n / d, k - 1, d);
                self.factors.pop();
            }
        }
    }

    /// Returns the smallest value of the last factor that beats the best factorization so far. `next` is the next
    /// factor; if it is the first factor, it is also the largest.
    fn least(&self, next: u32) -> u32 {
        match (self.best.first(), self.best.last()) {
            (Some(first), Some(last)) => {
                let largest = *self.factors.first().unwrap_or(&next);
                (largest + 1).saturating_sub(first - last).max(1)
            }
            _ => 1,
        }
    }
}

/// Returns true if `d` to the power of `k` is below `n`.
fn below(d: u32, k: usize, n: u32) -> bool {
    power(d, k, n) < u64::from(n)
}

/// Returns true if `d` to the power of `k` is above `n`.
fn exceeds(d: u32, k: usize, n: u32) -> bool {
    power(d, k, n) > u64::from(n)
}

/// Returns `d`, which is at least 1, to the power of `k`, or a number above `enough` if the power exceeds `enough`.
fn power(d: u32, k: usize, enough: u32) -> u64 {
    let mut power = 1u64;
    for _ in 0..k {
        if d == 1 || power > u64::from(enough) {
            break;
        }
        power *= u64::from(d);
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Reverse;
    use std::time::{Duration, Instant};

    #[test]
    fn the_standards_examples_and_others() {
        for (n, want) in [
            (6, vec![3, 2]),
            (7, vec![7, 1]),
            (12, vec![4, 3]),
            (16, vec![4, 4]),
            (1, vec![1, 1, 1]),
            (8, vec![2, 2, 2]),
            (24, vec![4, 3, 2]),
            (60, vec![5, 4, 3]),
            (64, vec![8, 8]),
            (97, vec![97]),
            (1000, vec![10, 10, 10]),
            (72, vec![3, 3, 2, 2, 2]),
            // The least possible largest factor is 36, but 36 and 19 differ by more than 38 and 24.
            (24624, vec![38, 27, 24]),
        ] {
            assert_eq!(balanced(n, want.len()), want, "{n}");
        }
    }

    /// Returns every way to write `n` as a product of `k` non-increasing factors up to `most`.
    fn ways(n: u32, k: usize, most: u32) -> Vec<Vec<u32>> {
        if k == 0 {
            return if n == 1 { vec![vec![]] } else { vec![] };
        }
        let first = (1..=most.min(n)).filter(|d| n.is_multiple_of(*d));
        first.flat_map(|d| ways(n / d, k - 1, d).into_iter().map(move |rest| [vec![d], rest].concat())).collect()
    }

    /// Compares with all factorizations, for many numbers of all kinds and for numbers with many divisors.
    #[test]
    fn no_factorization_is_more_balanced() {
        let many = [2520, 3600, 3960, 4620, 5040, 5850, 7488, 7800, 10080, 24624, 25200, 45360];
        for (n, most) in (1..=700).map(|n| (n, 5)).chain(many.map(|n| (n, 4))) {
            for k in 1..=most {
                let spread = |f: &Vec<u32>| f[0] - f[k - 1];
                let best = ways(n, k, n).into_iter().min_by_key(|f| (spread(f), f.clone())).expect("n itself and ones");
                assert_eq!(balanced(n, k), best, "{n} in {k}");
                assert!(best.is_sorted_by_key(|d| Reverse(*d)));
            }
        }
    }

    /// Checks numbers with many divisors, large primes and the largest `int`, for which the search must prune enough.
    #[test]
    fn large_numbers_are_factored_quickly() {
        let numbers = [
            735_134_400,
            1_102_701_600,
            2_095_133_040,
            2_108_349_000,
            1 << 30,
            1 << 30 | 1 << 29,
            3u32.pow(19),
            i32::MAX as u32,
            46_337 * 46_327,
            3 * 5 * 7 * 11 * 13 * 17 * 19,
        ];
        let mut slowest = Duration::ZERO;
        for n in numbers {
            for k in (1..=16).chain([31, 40, 200]) {
                let began = Instant::now();
                let f = balanced(n, k);
                slowest = slowest.max(began.elapsed());
                assert_eq!(f.iter().map(|f| u64::from(*f)).product::<u64>(), n.into(), "{n} in {k}");
                assert_eq!(f.len(), k);
            }
        }
        assert!(slowest < Duration::from_secs(1), "{slowest:?}");
    }
}
