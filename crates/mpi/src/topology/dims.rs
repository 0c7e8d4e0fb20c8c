//! Balanced grids: what MPI_Dims_create chooses (MPI 5.0, 8.5.2).

/// `n` as a product of `k` factors, not increasing, each as small as those before it allow: the largest is the smallest
/// possible, then the second largest, and so on. `n` and `k` are at least 1.
pub fn balanced(n: u32, k: usize) -> Vec<u32> {
    let divisors = divisors(n);
    let mut factors = Vec::with_capacity(k);
    // n itself and ones are always a way, so this finds one.
    split(n, k, n, &divisors, &mut factors);
    factors
}

fn divisors(n: u32) -> Vec<u32> {
    let mut low: Vec<u32> = (1..).take_while(|d| d * d <= u64::from(n)).map(|d| d as u32).collect();
    low.retain(|d| n.is_multiple_of(*d));
    let high: Vec<u32> = low.iter().rev().map(|d| n / d).filter(|d| u64::from(*d) * u64::from(*d) > n.into()).collect();
    [low, high].concat()
}

/// Appends `k` factors of `n`, none above `most`. False if there is no such way; `factors` is then as before.
fn split(n: u32, k: usize, most: u32, divisors: &[u32], factors: &mut Vec<u32>) -> bool {
    if k == 0 {
        return n == 1;
    }
    for &d in divisors.iter().take_while(|d| **d <= most) {
        if reaches(d, k, n) && n.is_multiple_of(d) {
            factors.push(d);
            if split(n / d, k - 1, d, divisors, factors) {
                return true;
            }
            factors.pop();
        }
    }
    false
}

/// Whether `d` to the power of `k` is at least `n`: else smaller factors cannot make up for it.
fn reaches(d: u32, k: usize, n: u32) -> bool {
    let mut power = 1u64;
    for _ in 0..k {
        power *= u64::from(d);
        if power >= u64::from(n) {
            return true;
        }
        if d == 1 {
            return false;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

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
        ] {
            assert_eq!(balanced(n, want.len()), want, "{n}");
        }
    }

    /// Against all factorisations of small numbers, and products for large ones.
    #[test]
    fn the_largest_factor_is_as_small_as_can_be() {
        fn smallest_largest(n: u32, k: usize) -> u32 {
            if k == 1 {
                return n;
            }
            (1..=n)
                .filter(|d| n.is_multiple_of(*d))
                .map(|d| d.max(smallest_largest(n / d, k - 1)))
                .min()
                .expect("1 divides")
        }
        for n in 1..=96 {
            for k in 1..=3 {
                let f = balanced(n, k);
                assert_eq!((f.iter().product::<u32>(), f.len(), f[0]), (n, k, smallest_largest(n, k)), "{n} in {k}");
                assert!(f.is_sorted_by(|a, b| a >= b));
            }
        }
        // Many divisors, large primes, the largest int.
        for n in [735_134_400, 2_095_133_040, 1 << 30, i32::MAX as u32, 46_337 * 46_327, 3 * 5 * 7 * 11 * 13 * 17 * 19]
        {
            for k in [1, 2, 3, 4, 5, 7, 12, 40] {
                assert_eq!(balanced(n, k).iter().map(|f| u64::from(*f)).product::<u64>(), n.into(), "{n} in {k}");
            }
        }
    }
}
