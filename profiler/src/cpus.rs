//! Lists of processors as the kernel writes them: `0-3,8,10-11`.

/// Whether a processor is in the list.
pub fn has(list: &str, cpu: usize) -> bool {
    list.trim().split(',').any(|range| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let number = |text: &str| text.trim().parse::<usize>().ok();
        number(first).zip(number(last)).is_some_and(|(first, last)| (first..=last).contains(&cpu))
    })
}

#[cfg(test)]
mod tests {
    use super::has;

    #[test]
    fn ranges_and_single_numbers() {
        let list = "0-3,8,10-11\n";
        let found: Vec<usize> = (0..14).filter(|&cpu| has(list, cpu)).collect();
        assert_eq!(found, [0, 1, 2, 3, 8, 10, 11]);
        assert!(!has("", 0) && !has("x-y", 0));
    }
}
