//! Upper and lower case.

/// The number of characters before the first that differ by more than their case.
pub(super) fn equal_but_for_case(a: &[u8], b: &[u8]) -> usize {
    // In pieces of a fixed length, without a way out in between, the compiler vectorises this.
    const PIECE: usize = 64;
    let (a_pieces, _) = a.as_chunks::<PIECE>();
    let (b_pieces, _) = b.as_chunks::<PIECE>();
    let same = |(a, b): &(&[u8; PIECE], &[u8; PIECE])| {
        let differ = |(a, b): (&u8, &u8)| a.to_ascii_lowercase() ^ b.to_ascii_lowercase();
        a.iter().zip(*b).map(differ).fold(0, |all, bits| all | bits) == 0
    };
    let start = PIECE * a_pieces.iter().zip(b_pieces).take_while(same).count();
    let rest = a[start..].iter().zip(&b[start..]);
    start + rest.take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_found_at_any_place() {
        let upper: Vec<u8> = b"0123456789ABCDEF".repeat(13);
        assert_eq!(equal_but_for_case(&upper, &upper.to_ascii_lowercase()), upper.len());
        for at in 0..upper.len() {
            let mut lower = upper.to_ascii_lowercase();
            lower[at] = b'-';
            assert_eq!(equal_but_for_case(&upper, &lower), at);
        }
    }
}
