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

/// What stands for a value that there is none of.
pub const NONE: &str = "–";

/// A value's text, or an en dash for none.
pub fn or_dash<T>(value: Option<T>, text: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| NONE.to_owned(), text)
}

/// Counts and cycles: `1.54 G`, `63.90 M`, `153.2 k` from ten thousand up, else whole.
pub fn count(value: f64) -> String {
    if value >= 1e9 {
        format!("{:.2} G", value / 1e9)
    } else if value >= 1e6 {
        format!("{:.2} M", value / 1e6)
    } else if value >= 1e4 {
        format!("{:.1} k", value / 1e3)
    } else {
        format!("{value:.0}")
    }
}

/// A time: three significant digits in the largest of s, ms, µs and ns it is at least one of.
pub fn duration(seconds: f64) -> String {
    if seconds >= 1.0 {
        format!("{} s", significant3(seconds))
    } else if seconds >= 1e-3 {
        format!("{} ms", significant3(seconds * 1e3))
    } else if seconds >= 1e-6 {
        format!("{} µs", significant3(seconds * 1e6))
    } else {
        format!("{} ns", significant3(seconds * 1e9))
    }
}

/// How many times as much, `1.07×`.
pub fn ratio(value: f64) -> String {
    format!("{value:.2}×")
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
    if calls.is_empty() { NONE.to_owned() } else { calls.join(", ") }
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
    fn counts_and_cycles() {
        for (value, text) in [
            (1.54e9, "1.54 G"),
            (935.98e9, "935.98 G"),
            (63_898_765.0, "63.90 M"),
            (1e6, "1.00 M"),
            (999_999.0, "1000.0 k"),
            (153_182.5, "153.2 k"),
            (1e4, "10.0 k"),
            (9999.4, "9999"),
            (2854.0, "2854"),
            (186.5, "186"),
            (0.0, "0"),
        ] {
            assert_eq!(count(value), text);
        }
    }

    #[test]
    fn times() {
        for (seconds, text) in [
            (25.5, "25.5 s"),
            (456.0, "456 s"),
            (1e4, "1e+04 s"),
            (0.017, "17 ms"),
            (0.00080, "800 µs"),
            (80e-6, "80 µs"),
            (1.0065e-6, "1.01 µs"),
            (1e-6, "1 µs"),
            (24.4e-9, "24.4 ns"),
            (0.5e-9, "0.5 ns"),
            (0.0, "0 ns"),
        ] {
            assert_eq!(duration(seconds), text);
        }
    }

    #[test]
    fn ratios_and_missing_values() {
        assert_eq!(ratio(1.0654), "1.07×");
        assert_eq!(ratio(108.374), "108.37×");
        assert_eq!(or_dash(None, count), "–");
        assert_eq!(or_dash(Some(7.0), count), "7");
    }

    /// C's printf rounds the binary value: none of these is a tie, whatever its decimals look like.
    #[test]
    fn binary_values_are_rounded() {
        for (value, text) in [
            (0.125_5, "0.126"),  // 0.12550000000000000266
            (1.005, "1"),        // 1.00499999999999989
            (2.675, "2.67"),     // 2.67499999999999982
            (1.115, "1.11"),     // 1.11499999999999999
            (8.345, "8.35"),     // 8.3450000000000006
            (1.125, "1.12"),     // a tie, to even
            (1.375, "1.38"),     // a tie, to even
            (1.0005e6, "1e+06"), // a tie, to even
            (1.0015e3, "1e+03"),
            (1234.5e-9, "1.23e-06"),
        ] {
            assert_eq!(significant3(value), text);
        }
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
