//! How one set of trials compares with another.

/// The ratio of two sets' means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The new mean over the base's.
    pub value: f64,
    /// Its 95 % interval; none where a set has fewer than two trials, so that nothing is known of
    /// its noise.
    pub interval: Option<[f64; 2]>,
}

/// Compares the means of trials, all of which are positive: the difference of the means of their
/// logarithms, with Welch's interval (B. L. Welch, "The Generalization of 'Student's' Problem when
/// Several Different Population Variances are Involved", Biometrika 34 (1947)). None where a set is
/// empty or has a value that is not positive.
pub fn ratio(base: &[f64], new: &[f64]) -> Option<Ratio> {
    let (base, new) = (Logs::of(base)?, Logs::of(new)?);
    let difference = new.mean - base.mean;
    let interval = base.error_squared.zip(new.error_squared).map(|(of_base, of_new)| {
        let squared = of_base + of_new;
        // Welch and Satterthwaite's degrees of freedom.
        let degrees = if squared > 0.0 {
            squared * squared
                / (of_base * of_base / (base.number - 1.0) + of_new * of_new / (new.number - 1.0))
        } else {
            base.number + new.number - 2.0
        };
        let half = student_975(degrees) * squared.sqrt();
        [(difference - half).exp(), (difference + half).exp()]
    });
    Some(Ratio { value: difference.exp(), interval })
}

struct Logs {
    number: f64,
    mean: f64,
    /// Of the mean.
    error_squared: Option<f64>,
}

impl Logs {
    fn of(values: &[f64]) -> Option<Logs> {
        let number = values.len() as f64;
        if values.is_empty() || values.iter().any(|&value| value.is_nan() || value <= 0.0) {
            return None;
        }
        let logs: Vec<f64> = values.iter().map(|value| value.ln()).collect();
        let mean = logs.iter().sum::<f64>() / number;
        let squares: f64 = logs.iter().map(|log| (log - mean) * (log - mean)).sum();
        let error_squared = (number > 1.0).then(|| squares / (number - 1.0) / number);
        Some(Logs { number, mean, error_squared })
    }
}

/// The 97.5 % point of Student's distribution, by the table for small degrees of freedom, with the
/// next smaller entry in between, which makes intervals a little too wide rather than too narrow.
fn student_975(degrees: f64) -> f64 {
    const TABLE: [(f64, f64); 18] = [
        (1.0, 12.706),
        (2.0, 4.303),
        (3.0, 3.182),
        (4.0, 2.776),
        (5.0, 2.571),
        (6.0, 2.447),
        (7.0, 2.365),
        (8.0, 2.306),
        (9.0, 2.262),
        (10.0, 2.228),
        (12.0, 2.179),
        (15.0, 2.131),
        (20.0, 2.086),
        (30.0, 2.042),
        (40.0, 2.021),
        (60.0, 2.000),
        (120.0, 1.980),
        (1000.0, 1.962),
    ];
    TABLE.iter().rev().find(|(from, _)| degrees >= *from).map_or(TABLE[0].1, |(_, point)| *point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_clear_difference_is_found_and_noise_is_not() {
        let base = [1.00, 1.01, 0.99, 1.00, 1.01];
        let slower = base.map(|value| value * 1.1);
        let found = ratio(&base, &slower).unwrap();
        assert!((found.value - 1.1).abs() < 1e-9);
        let [low, high] = found.interval.unwrap();
        assert!(low > 1.05 && high < 1.15, "{low} {high}");
        let [low, high] = ratio(&base, &[1.02, 0.99, 1.00, 1.01, 0.99]).unwrap().interval.unwrap();
        assert!(low < 1.0 && high > 1.0);
    }

    #[test]
    fn welch_by_hand() {
        // Logarithms: means 0.8503 and 1.0593, squared errors 0.1153 and 0.0406 together 0.1559,
        // 4.62 degrees of freedom, for which the table's entry of 4 is taken.
        let [low, high] = ratio(&[1.0, 2.0, 3.0, 5.0], &[2.0, 3.0, 4.0]).unwrap().interval.unwrap();
        assert!((low - 0.411_885_7).abs() < 1e-6 && (high - 3.688_106_5).abs() < 1e-6);
    }

    #[test]
    fn of_single_trials_the_noise_is_not_known() {
        let found = ratio(&[2.0], &[3.0, 3.0]).unwrap();
        assert_eq!((found.value, found.interval), (3.0_f64.ln().exp() / 2.0, None));
        assert_eq!(ratio(&[], &[1.0]), None);
        assert_eq!(ratio(&[0.0], &[1.0]), None);
    }

    proptest! {
        #[test]
        fn the_other_way_round_is_the_inverse(
            base in prop::collection::vec(0.1..10.0_f64, 2..9),
            new in prop::collection::vec(0.1..10.0_f64, 2..9),
        ) {
            let (one, other) = (ratio(&base, &new).unwrap(), ratio(&new, &base).unwrap());
            prop_assert!((one.value * other.value - 1.0).abs() < 1e-9);
            let ([low, high], [other_low, other_high]) =
                (one.interval.unwrap(), other.interval.unwrap());
            prop_assert!(low <= one.value + 1e-12 && one.value <= high + 1e-12);
            prop_assert!((low * other_high - 1.0).abs() < 1e-9);
            prop_assert!((high * other_low - 1.0).abs() < 1e-9);
        }
    }
}
