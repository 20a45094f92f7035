//! The rows of a catalogue.

/// Cells of a line, without blanks around them.
pub(super) type Row<'a, const N: usize> = [&'a str; N];

/// Goes through the rows below the header, which must be the one given; the last column takes all
/// that is left of a line.
///
/// # Errors
/// The number of the line, and what is wrong with it.
pub(super) fn each<'a, const N: usize>(
    text: &'a str,
    header: &[&str; N],
    mut take: impl FnMut(&Row<'a, N>) -> Result<(), String>,
) -> Result<(), (usize, String)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut is_header = true;
    for (at, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let cells: Vec<&str> = line.splitn(N, ';').map(str::trim).collect();
        let row = Row::<N>::try_from(cells)
            .map_err(|cells| (at + 1, format!("{} columns instead of {N}", cells.len())))?;
        if is_header && row != *header {
            return Err((at + 1, format!("the header is not {}", header.join(";"))));
        }
        if !std::mem::take(&mut is_header) {
            take(&row).map_err(|problem| (at + 1, problem))?;
        }
    }
    if is_header {
        return Err((1, format!("no header {}", header.join(";"))));
    }
    Ok(())
}

/// A number of bytes; none for an empty cell.
pub(super) fn bytes(cell: &str) -> Result<Option<u64>, String> {
    if cell.is_empty() {
        return Ok(None);
    }
    cell.parse().map(Some).map_err(|_| format!("'{cell}' is no number of bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Result<Vec<[String; 3]>, (usize, String)> {
        let mut rows = Vec::new();
        each(text, &["A", "B", "C"], |row: &Row<'_, 3>| {
            rows.push(row.map(str::to_owned));
            Ok(())
        })?;
        Ok(rows)
    }

    #[test]
    fn comments_blank_lines_and_line_ends_do_not_matter() {
        let text = "\u{feff}# by hand\r\n\r\nA;B;C\r\n1; 2 ;\r\n# more\r\n3;;x;y;\"z\"\r\n";
        assert_eq!(rows(text).unwrap(), [["1", "2", ""], ["3", "", "x;y;\"z\""]]);
    }

    #[test]
    fn other_headers_and_short_lines_are_named() {
        assert_eq!(rows("").unwrap_err(), (1, "no header A;B;C".to_owned()));
        assert_eq!(rows("A;B;D\n").unwrap_err(), (1, "the header is not A;B;C".to_owned()));
        assert_eq!(rows("\nA;B;C\n1;2\n").unwrap_err(), (3, "2 columns instead of 3".to_owned()));
    }

    #[test]
    fn numbers_of_bytes() {
        assert_eq!(bytes(""), Ok(None));
        assert_eq!(bytes("615"), Ok(Some(615)));
        for wrong in ["-1", "1e3", "99999999999999999999", "many"] {
            assert!(bytes(wrong).is_err());
        }
    }
}
