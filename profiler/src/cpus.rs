//! Lists of processors as the kernel writes them: `0-3,8,10-11`.

/// Whether a processor is in the list.
pub fn has(list: &str, cpu: usize) -> bool {
    list.trim().split(',').any(|range| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let number = |text: &str| text.trim().parse::<usize>().ok();
        number(first).zip(number(last)).is_some_and(|(first, last)| (first..=last).contains(&cpu))
    })
}

/// Writes a list of processors, which come in order.
pub fn list(cpus: &[usize]) -> String {
    let runs = cpus.chunk_by(|one, next| one + 1 == *next);
    let texts = runs.filter_map(|run| match run {
        [] => None,
        [one] => Some(one.to_string()),
        [first, .., last] => Some(format!("{first}-{last}")),
    });
    texts.collect::<Vec<_>>().join(",")
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
        assert_eq!(super::list(&found), list.trim());
        assert_eq!(super::list(&[]), "");
    }
}
