//! What the names of fields say.

use memchr::memchr;

/// More than any field's name has, with the `=` after it.
pub(crate) const HEAD_BYTES: usize = 64;

/// The name of the field in a line that begins like this, `Name = value`, and all of the line up to
/// the `=`.
pub(crate) fn field_of(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let equals = memchr(b'=', line)?;
    Some((line[..equals].trim_ascii_end(), &line[..=equals]))
}

/// Whether a record begins with this field.
pub(crate) fn begins_record(field: &[u8]) -> bool {
    matches!(field, b"Count" | b"Msg_Len")
}

/// Whether a record begins with this line.
pub(crate) fn line_begins_record(line: &[u8]) -> bool {
    // Quick for most lines, which begin with another letter.
    matches!(line, [b'C' | b'M', ..])
        && field_of(&line[..line.len().min(HEAD_BYTES)])
            .is_some_and(|(name, _)| begins_record(name))
}

/// Whether the field is the length of another.
pub(crate) fn is_length(field: &[u8]) -> bool {
    field.ends_with(b"_Len")
}

/// Whether the field's value is bytes in hex and nothing else.
pub(crate) fn is_bytes(field: &[u8]) -> bool {
    !is_length(field) && !matches!(field, b"" | b"Count" | b"Pass_Num" | b"Msg_Exp")
}

/// Whether the field's value is left out in the template mode of the official generators.
pub(crate) fn is_empty_in_templates(field: &[u8]) -> bool {
    is_length(field) || field == b"Pass_Num"
}
