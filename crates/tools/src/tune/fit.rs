//! CLIP's model of a pipelined transfer (thesis, 4.2.2.2 and appendix B), applied to Clump's stages. Linear
//! regression gives each stage's cost for a piece and for a byte, and the model gives the best length of pieces.

/// The time of a stage for a piece of P bytes: β + P·τ, in us.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Line {
    pub beta: f64,
    pub tau: f64,
}

impl Line {
    pub fn at(self, piece: f64) -> f64 {
        self.beta + piece * self.tau
    }

    /// Returns the time of this stage and the next one if one processor runs them one after the other.
    fn then(self, next: Line) -> Line {
        Line { beta: self.beta + next.beta, tau: self.tau + next.tau }
    }
}

/// Fits a line through (bytes, us) by least squares (appendix B). Neither cost is negative. Returns `None` for
/// fewer than two sizes.
pub fn regression(points: &[(f64, f64)]) -> Option<Line> {
    let n = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (p, t) = (mean(|x| x.0), mean(|x| x.1));
    let (tp, pp) = (mean(|x| x.0 * x.1), mean(|x| x.0 * x.0));
    let spread = pp - p * p;
    if points.len() < 2 || spread <= 0.0 {
        return None;
    }
    let tau = ((tp - t * p) / spread).max(0.0);
    Some(Line { beta: (t - tau * p).max(0.0), tau })
}

/// The stages of a pull. The sender's processor runs the first two, the receiver's the last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stages {
    /// Copying into the row, and sealing.
    pub copy: Line,
    /// The system call that sends a row.
    pub send: Line,
    /// The time that neither processor spends: the wire, and the request in flight. β is paid once.
    pub wire: Line,
    /// Receiving a row, opening it, and copying it to its destination.
    pub receive: Line,
}

impl Stages {
    pub fn sender(&self) -> Line {
        self.copy.then(self.send)
    }

    /// Returns the slowest stage for pieces of `piece` bytes, which sets the pace of all pieces.
    pub fn slowest(&self, piece: f64) -> (&'static str, Line) {
        let wire = Line { beta: 0.0, ..self.wire };
        let all = [("sender", self.sender()), ("wire", wire), ("receiver", self.receive)];
        all.into_iter().reduce(|a, b| if b.1.at(piece) > a.1.at(piece) { b } else { a }).unwrap_or_default()
    }

    /// Returns T(L, P): the first piece passes all stages, and the other pieces follow at the pace of the slowest
    /// stage.
    pub fn time(&self, len: f64, piece: f64) -> f64 {
        let through = self.sender().at(piece) + self.wire.at(piece) + self.receive.at(piece);
        through + (len / piece - 1.0).max(0.0) * self.slowest(piece).1.at(piece)
    }

    /// Returns the P from `least` to `most` that minimises T(L, P). (If the same stage is the slowest for all P, the
    /// result is √(L · grain), because dT/dP = 0 there.)
    pub fn best(&self, len: f64, least: f64, most: f64) -> f64 {
        const STEPS: i32 = 2000;
        let piece = |step: i32| least * (most / least).powf(f64::from(step) / f64::from(STEPS));
        let all = (0..=STEPS).map(|step| (piece(step), self.time(len, piece(step))));
        all.reduce(|a, b| if b.1 < a.1 { b } else { a }).map_or(most, |best| best.0)
    }

    /// Returns the grain in bytes: β of the slowest stage over τ of all other stages, so that P = √(L · grain).
    /// Returns 0 if the other stages cost nothing.
    pub fn grain(&self, piece: f64) -> f64 {
        let (_, slowest) = self.slowest(piece);
        let others = self.sender().tau + self.wire.tau + self.receive.tau - slowest.tau;
        if others > 0.0 { slowest.beta / others } else { 0.0 }
    }
}

/// Returns the P at which a + b·P + c/P is least. The curve is fitted to (P, us) by least squares of the relative
/// errors, because disturbances grow with the length of a trip; the minimum of the curve does not depend on single
/// points. Returns `None` if the curve has no minimum, or if there are too few points.
pub fn lowest(points: &[(f64, f64)]) -> Option<f64> {
    // Scale the values, so that the sums keep their digits.
    let scale = points.iter().map(|p| p.0).fold(0.0, f64::max);
    if points.len() < 4 || scale <= 0.0 || points.iter().any(|p| p.1 <= 0.0) {
        return None;
    }
    let mut sums = [[0.0; 4]; 3];
    for (p, t) in points {
        let row = [1.0, p / scale, scale / p, *t].map(|x| x / t);
        for (sum, x) in sums.iter_mut().zip(row) {
            sum.iter_mut().zip(row).for_each(|(s, y)| *s += x * y);
        }
    }
    let [_, b, c] = solve(sums)?;
    (b > 0.0 && c > 0.0).then(|| (c / b).sqrt() * scale)
}

/// Solves three linear equations by elimination.
fn solve(mut rows: [[f64; 4]; 3]) -> Option<[f64; 3]> {
    for i in 0..3 {
        let pivot = (i..3).max_by(|&a, &b| rows[a][i].abs().total_cmp(&rows[b][i].abs()))?;
        rows.swap(i, pivot);
        let head = rows[i];
        if head[i].abs() < 1e-12 {
            return None;
        }
        for (at, row) in rows.iter_mut().enumerate() {
            let factor = if at == i { 0.0 } else { row[i] / head[i] };
            row.iter_mut().zip(head).for_each(|(x, y)| *x -= factor * y);
        }
    }
    Some([0, 1, 2].map(|i| rows[i][3] / rows[i][i]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn stages() -> Stages {
        let line = |beta: f64, per_kib: f64| Line { beta, tau: per_kib / 1024.0 };
        Stages { copy: line(0.5, 0.1), send: line(4.0, 0.3), wire: line(8.0, 0.0), receive: line(2.0, 0.28) }
    }

    #[test]
    fn the_thesis_own_example() {
        // Table 4.2 by formula (10): pieces of 3490 bytes are best for 64 KB. Clump's model charges the slowest stage
        // one time less.
        let (beta, tau): (f64, f64) = (3.0 + 0.6 + 1.3, 2.0 * (5.9 + 7.6) / 1024.0);
        let piece = (65536.0 * beta / tau).sqrt();
        assert!((piece - 3490.0).abs() < 10.0, "{piece}");
    }

    #[test]
    fn the_best_piece_is_where_the_derivative_is_nought() {
        let s = stages();
        let piece = s.best(65536.0, 1024.0, 61440.0);
        let formula = (65536.0 * s.grain(piece)).sqrt();
        assert!((piece / formula - 1.0).abs() < 0.01, "{piece} {formula}");
        assert_eq!(s.slowest(piece).0, "sender");
        assert!(s.time(65536.0, piece) < s.time(65536.0, 0.7 * piece).min(s.time(65536.0, 1.4 * piece)));
        assert_eq!(s.best(1e9, 1024.0, 61440.0), 61440.0);
    }

    proptest! {
        #[test]
        fn regression_finds_what_made_the_times(
            beta in 0.0f64..50.0, tau in 1e-5f64..1e-2, noise in prop::collection::vec(-0.01f64..0.01, 12),
        ) {
            let points: Vec<_> = noise.iter().zip(1..).map(|(e, i)| {
                let p = 4096.0 * f64::from(i);
                (p, (beta + p * tau) * (1.0 + e))
            }).collect();
            let line = regression(&points).expect("there are sizes");
            let far = beta + 49152.0 * tau;
            prop_assert!((line.tau / tau - 1.0).abs() < 0.05 + 0.02 * beta / (49152.0 * tau), "{:?}", line);
            prop_assert!((line.beta - beta).abs() < 0.03 * far, "{:?}", line);
        }

        #[test]
        fn the_lowest_point_of_a_curve_is_found(a in 1.0f64..100.0, best in 3000.0f64..50_000.0, b in 1e-4f64..1e-2) {
            let lengths = (1..=12).map(|n| 61440.0 / f64::from(n));
            let points: Vec<_> = lengths.map(|p| (p, a + b * (p + best * best / p))).collect();
            let found = lowest(&points).expect("it has one");
            prop_assert!((found / best - 1.0).abs() < 1e-3, "{} {}", found, best);
        }
    }

    #[test]
    fn curves_without_a_lowest_point_have_none() {
        assert_eq!(lowest(&[(1.0, 1.0), (2.0, 2.0), (3.0, 3.0)]), None);
        let falling: Vec<_> = (1..8).map(|n| (f64::from(n), 10.0 + 10.0 / f64::from(n) - f64::from(n))).collect();
        assert_eq!(lowest(&falling), None);
        assert_eq!(regression(&[(1.0, 1.0), (1.0, 2.0)]), None);
    }
}
