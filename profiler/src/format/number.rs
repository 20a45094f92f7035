//! The pages' number formats.

/// Three significant digits as C's `%.3g`: no trailing zeros, an exponent outside 1e-4 to 1e3,
/// ties of the exact binary value to even.
pub fn significant3(value: f64) -> String {
    if !value.is_finite() {
        return if value.is_nan() {
            "nan"
        } else if value > 0.0 {
            "inf"
        } else {
            "-inf"
        }
        .to_owned();
    }
    // Rust rounds the exact value, and gives the exponent after rounding, as C does.
    let scientific = format!("{value:.2e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..3).contains(&exponent) {
        let decimals = usize::try_from(2 - exponent).unwrap_or(0);
        trimmed(&format!("{value:.decimals$}")).to_owned()
    } else {
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{}e{sign}{:02}", trimmed(mantissa), exponent.abs())
    }
}

fn trimmed(decimal: &str) -> &str {
    if decimal.contains('.') {
        decimal.trim_end_matches('0').trim_end_matches('.')
    } else {
        decimal
    }
}

/// A share in percent: whole from 9.5 % up, else with one decimal.
pub fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    if percent >= 9.5 { format!("{percent:.0}%") } else { format!("{percent:.1}%") }
}

/// Calls per operation, `drng 2, pseudoXOF 3.05, sm3hash 1`; an en dash for none. The functions
/// come in the order given.
pub fn per_operation<'a>(
    calls: impl IntoIterator<Item = (&'a str, u64)>,
    operations: u64,
) -> String {
    let calls: Vec<String> = calls
        .into_iter()
        .filter(|(_, calls)| *calls > 0 && operations > 0)
        .map(|(name, calls)| format!("{name} {}", significant3(calls as f64 / operations as f64)))
        .collect();
    if calls.is_empty() { "–".to_owned() } else { calls.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_as_c_gives_them() {
        // Printed by C's printf("%.3g").
        for (value, text) in [
            (0.0, "0"),
            (1.0, "1"),
            (3.046, "3.05"),
            (2.93, "2.93"),
            (1234.0, "1.23e+03"),
            (999.5, "1e+03"),
            (999.4, "999"),
            (99.95, "100"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (991000.0, "9.91e+05"),
            (405.2, "405"),
            (42.25, "42.2"),
            (6.645, "6.64"),
            (-0.125, "-0.125"),
            (0.5, "0.5"),
            (1e100, "1e+100"),
        ] {
            assert_eq!(significant3(value), text);
        }
        assert_eq!(significant3(f64::NAN), "nan");
    }

    #[test]
    fn percentages() {
        assert_eq!(percent(0.74110), "74%");
        assert_eq!(percent(0.0647), "6.5%");
        assert_eq!(percent(0.0), "0.0%");
        assert_eq!(percent(0.095), "10%");
        assert_eq!(percent(0.0949), "9.5%");
    }

    #[test]
    fn calls_per_operation() {
        let calls = [("drng", 2000), ("pseudoXOF", 3046), ("pseudohash", 0), ("sm3hash", 1000)];
        assert_eq!(per_operation(calls, 1000), "drng 2, pseudoXOF 3.05, sm3hash 1");
        assert_eq!(per_operation([], 1000), "–");
    }
}
