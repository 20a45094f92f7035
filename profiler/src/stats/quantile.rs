//! Quantiles.

/// The value below which a part of the values lies, `part` from 0 to 1, by linear interpolation
/// between the values next to it (definition 7 of R. J. Hyndman, Y. Fan, "Sample Quantiles in
/// Statistical Packages", The American Statistician 50 (1996), which is R's and NumPy's default).
/// None for no values.
pub fn quantile(values: &[f64], part: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    let place = part.clamp(0.0, 1.0) * last as f64;
    let below = place.floor();
    let (low, high) = (sorted[below as usize], sorted[(place.ceil() as usize).min(last)]);
    Some(low + (high - low) * (place - below))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn as_r_and_numpy_give_them() {
        let values = [4.0, 1.0, 3.0, 2.0];
        // numpy.quantile([1, 2, 3, 4], p)
        for (part, value) in [(0.0, 1.0), (0.25, 1.75), (0.5, 2.5), (0.9, 3.7), (1.0, 4.0)] {
            let found = quantile(&values, part).unwrap();
            assert!((found - value).abs() < 1e-12, "{part}: {found}");
        }
        assert_eq!(quantile(&[7.0], 0.99), Some(7.0));
        assert_eq!(quantile(&[], 0.5), None);
    }

    proptest! {
        #[test]
        fn quantiles_rise_and_stay_within_the_values(
            values in prop::collection::vec(0.0..1e9_f64, 1..50),
            one in 0.0..=1.0_f64,
            other in 0.0..=1.0_f64,
        ) {
            let [low, high] = [one.min(other), one.max(other)].map(|p| quantile(&values, p).unwrap());
            prop_assert!(low <= high);
            let least = values.iter().copied().fold(f64::INFINITY, f64::min);
            let most = values.iter().copied().fold(0.0, f64::max);
            prop_assert!(least <= low && high <= most);
        }
    }
}
