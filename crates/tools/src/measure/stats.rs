//! Computes medians, ranges, and the Push-Pull paper's mean of the middle 80 %.

/// Returns the middle value, or the mean of the two middle values if their number is even. Returns `None` without
/// values.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut v = values.to_vec();
    v.sort_by(f64::total_cmp);
    match v.len() {
        0 => None,
        n if n % 2 == 1 => Some(v[n / 2]),
        n => Some((v[n / 2 - 1] + v[n / 2]) / 2.0),
    }
}

/// Returns the smallest and the largest value. Returns `None` without values.
pub fn range(values: &[f64]) -> Option<(f64, f64)> {
    let low = values.iter().copied().reduce(f64::min)?;
    Some((low, values.iter().copied().reduce(f64::max)?))
}

/// Returns the paper's average, which leaves out the first and last tenth by value. Returns `None` without values.
pub fn middle_80(values: &[f64]) -> Option<f64> {
    let mut v = values.to_vec();
    v.sort_by(f64::total_cmp);
    let tenth = v.len() / 10;
    let kept = &v[tenth..v.len() - tenth];
    if kept.is_empty() { None } else { Some(kept.iter().sum::<f64>() / kept.len() as f64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_80_percent_ignore_extremes() {
        let mut v: Vec<f64> = (1..=8).map(f64::from).collect();
        v.extend([-1000.0, 1000.0]);
        assert_eq!(middle_80(&v), Some(4.5));
        assert_eq!(middle_80(&[7.0]), Some(7.0));
        assert_eq!(middle_80(&[]), None);
    }

    #[test]
    fn median_of_odd_even_and_none() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(median(&[]), None);
        assert_eq!(range(&[3.0, 1.0, 2.0]), Some((1.0, 3.0)));
    }
}
