//! Upper-case hex.

use std::io::{self, Write};

/// The two digits of every byte.
const DIGITS: [[u8; 2]; 256] = {
    let hex = b"0123456789ABCDEF";
    let mut digits = [[0; 2]; 256];
    let mut byte = 0;
    while byte < 256 {
        digits[byte] = [hex[byte >> 4], hex[byte & 0xf]];
        byte += 1;
    }
    digits
};

/// Bytes put into hex at a time.
const CHUNK_BYTES: usize = 4096;

/// Writes `bytes` in hex.
pub(super) fn write(out: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    let mut buffer = [[0; 2]; CHUNK_BYTES];
    for chunk in bytes.chunks(CHUNK_BYTES) {
        let text = &mut buffer[..chunk.len()];
        for (digits, &byte) in text.iter_mut().zip(chunk) {
            *digits = DIGITS[usize::from(byte)];
        }
        out.write_all(text.as_flattened())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte() {
        let bytes: Vec<u8> = (0..=255).collect();
        let expected: String = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
        let mut text = Vec::new();
        write(&mut text, &bytes.repeat(33)).unwrap();
        assert_eq!(text, expected.repeat(33).into_bytes());
    }
}
