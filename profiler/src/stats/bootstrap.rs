//! Resampling.

use super::quantile;

/// Resamples drawn. Enough for the ends of a 95 % interval to be steady to a few percent of its
/// width.
const RESAMPLES: usize = 2000;

/// The 95 % interval of the mean by the percentile bootstrap (B. Efron, R. J. Tibshirani, "An
/// Introduction to the Bootstrap", 1993, chapter 13). The same values give the same interval:
/// nothing is drawn from outside. None for fewer than two values, of which nothing can be told.
pub fn mean_interval(values: &[f64]) -> Option<[f64; 2]> {
    if values.len() < 2 {
        return None;
    }
    let mut random = SplitMix(values.len() as u64);
    let means: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let drawn = (0..values.len()).map(|_| values[random.below(values.len())]);
            drawn.sum::<f64>() / values.len() as f64
        })
        .collect();
    Some([quantile(&means, 0.025)?, quantile(&means, 0.975)?])
}

/// The generator SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, "Fast Splittable Pseudorandom
/// Number Generators", OOPSLA 2014).
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `limit`, by the upper half of a product; the bias is below 2^-40 here.
    fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_interval_is_that_of_the_normal_approximation() {
        // A thousand evenly spread values from 0 to 1: mean 1/2, standard error 1/sqrt(12 * 1000).
        let values: Vec<f64> = (0..1000).map(|n| (f64::from(n) + 0.5) / 1000.0).collect();
        let [low, high] = mean_interval(&values).unwrap();
        let half = 1.96 / (12.0_f64 * 1000.0).sqrt();
        assert!((0.5 - half - low).abs() < 0.1 * half, "{low}");
        assert!((0.5 + half - high).abs() < 0.1 * half, "{high}");
    }

    #[test]
    fn of_too_little_nothing_is_told() {
        assert_eq!(mean_interval(&[1.0]), None);
        assert_eq!(mean_interval(&[3.0, 3.0]), Some([3.0, 3.0]));
    }

    #[test]
    fn splitmix_gives_the_published_numbers() {
        let mut random = SplitMix(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
    }

    proptest! {
        #[test]
        fn the_interval_is_repeatable_and_within_the_values(
            values in prop::collection::vec(0.0..1e3_f64, 2..40),
        ) {
            let [low, high] = mean_interval(&values).unwrap();
            prop_assert_eq!(mean_interval(&values), Some([low, high]));
            let least = values.iter().copied().fold(f64::INFINITY, f64::min);
            let most = values.iter().copied().fold(0.0, f64::max);
            prop_assert!(least - 1e-9 <= low && low <= high && high <= most + 1e-9);
        }
    }
}
