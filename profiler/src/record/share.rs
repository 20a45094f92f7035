//! Shares: ticks inside the helpers as a part of the operation's ticks.

use super::{Corrected, Overhead, sum};
use std::collections::BTreeMap;

/// Calls and ticks of one function over all its shapes, by the function's name in records;
/// besides the four, `init` stands for `init_random_number`, and the two parts of `drng` come
/// as `drng_global` and `drng_private`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionTotals(pub BTreeMap<&'static str, (u64, u64)>);

/// Names of the functions that make up `share`.
pub(crate) const SHARED: [&str; 4] = ["drng", "pseudoXOF", "pseudohash", "sm3hash"];

impl FunctionTotals {
    /// Adds calls to a function.
    pub fn add(&mut self, name: &'static str, calls: u64, ticks: u64) {
        let sum = self.0.entry(name).or_default();
        sum.0 += calls;
        sum.1 += ticks;
    }

    fn get(&self, name: &str) -> (u64, u64) {
        self.0.get(name).copied().unwrap_or_default()
    }
}

/// Each function's share as recorded (wrapper cost included), for functions that were called,
/// and the sum of all but `drng`.
pub fn raw_shares(totals: &FunctionTotals, total_ticks: u64) -> (BTreeMap<String, f64>, f64) {
    let mut shares = BTreeMap::new();
    for name in SHARED {
        let (calls, ticks) = totals.get(name);
        if calls > 0 && total_ticks > 0 {
            shares.insert(name.to_owned(), ticks as f64 / total_ticks as f64);
        }
    }
    let hash = hash_part(&shares);
    (shares, hash)
}

/// The sum of all but `drng`.
pub fn hash_part(shares: &BTreeMap<String, f64>) -> f64 {
    sum(shares.iter().filter(|(name, _)| *name != "drng").map(|(_, share)| *share))
}

/// Shares with the cost of counting taken out.
///
/// A call of recorded length t took t - `inside` without its wrapper; an operation of recorded
/// length T took T - `operation` - n `outside` without the wrappers of its n calls. None when
/// nothing is left of the operation.
pub fn corrected(
    totals: &FunctionTotals,
    operations: u64,
    total_ticks: u64,
    overhead: &Overhead,
) -> Option<Corrected> {
    let wrapped: u64 = SHARED.iter().chain(&["init"]).map(|name| totals.get(name).0).sum();
    let total = total_ticks as f64
        - operations as f64 * overhead.operation_ticks
        - wrapped as f64 * overhead.outside_ticks;
    if total <= 0.0 {
        return None;
    }
    let share = |name: &str| {
        let (calls, ticks) = totals.get(name);
        let inside = ticks as f64 - calls as f64 * overhead.inside_ticks;
        (inside / total).clamp(0.0, 1.0)
    };
    let shares: BTreeMap<String, f64> = SHARED
        .iter()
        .filter(|name| totals.get(name).0 > 0)
        .map(|&name| (name.to_owned(), share(name)))
        .collect();
    let hash_share = hash_part(&shares);
    Some(Corrected {
        total_ticks: total,
        hash_share,
        drng_global_share: share("drng_global"),
        drng_private_share: share("drng_private"),
        init_share: share("init"),
        symmetric_share: hash_share + share("drng") + share("init"),
        share: shares,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn totals(rows: &[(&'static str, u64, u64)]) -> FunctionTotals {
        let mut totals = FunctionTotals::default();
        for &(name, calls, ticks) in rows {
            totals.add(name, calls, ticks);
        }
        totals
    }

    #[test]
    fn known_wrapper_cost_is_taken_out_exactly() {
        // 10 operations of 1000 ticks, of which 2 calls of 100 and one of 300 are helpers;
        // every call is recorded with 30 more and takes 50 more, an operation with 20 more.
        let recorded = totals(&[("pseudoXOF", 20, 20 * 130), ("drng", 10, 10 * 330)]);
        let overhead = Overhead { inside_ticks: 30.0, outside_ticks: 50.0, operation_ticks: 20.0 };
        let corrected = corrected(&recorded, 10, 10 * (1000 + 3 * 50 + 20), &overhead).unwrap();
        assert_eq!(corrected.total_ticks, 10_000.0);
        assert_eq!(corrected.share["pseudoXOF"], 0.2);
        assert_eq!(corrected.share["drng"], 0.3);
        assert_eq!(corrected.hash_share, 0.2);
    }

    #[test]
    fn nothing_left_is_no_share() {
        let overhead = Overhead { operation_ticks: 20.0, ..Overhead::default() };
        assert_eq!(corrected(&totals(&[]), 10, 200, &overhead), None);
    }

    #[test]
    fn initialising_is_in_no_function_but_in_the_symmetric_share() {
        let recorded = totals(&[("init", 1, 400), ("sm3hash", 1, 100)]);
        let corrected = corrected(&recorded, 1, 1000, &Overhead::default()).unwrap();
        assert_eq!((corrected.hash_share, corrected.init_share), (0.1, 0.4));
        assert_eq!(corrected.symmetric_share, 0.5);
        assert!(!corrected.share.contains_key("init"));
    }

    proptest! {
        #[test]
        fn shares_are_parts(calls in 0_u64..1000, ticks in 0_u64..1 << 40, total in 0_u64..1 << 50,
                            inside in 0.0..100.0, outside in 0.0..200.0) {
            let recorded = totals(&[("sm3hash", calls, ticks)]);
            let overhead =
                Overhead { inside_ticks: inside, outside_ticks: outside, operation_ticks: 1.0 };
            if let Some(corrected) = corrected(&recorded, 1, total, &overhead) {
                prop_assert!((0.0..=1.0).contains(&corrected.hash_share));
            }
        }
    }
}
