//! A small scan of C text that knows comments, strings, preprocessor lines and braces: enough
//! to tell a program from a part of a library without running a compiler.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

/// Whether a file has a `main` function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Main {
    /// It has none.
    #[default]
    None,
    /// Only under some `#if`, so it depends on macros.
    Conditional,
    /// Always.
    Always,
}

/// Functions by which the file with the interface is known, in the order of preference: a key
/// exchange may define those of its parts, too.
pub(super) const ENTRIES: [&str; 4] = ["kex_init_a", "sig_sign", "kem_enc", "CryptHash"];

/// What a scan found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Scan {
    /// Whether there is a `main` function.
    pub(super) main: Main,
    /// Names of [`ENTRIES`] that are defined, as places in it; the lowest.
    pub(super) entry: Option<usize>,
    /// Names in `#include "name"` and `#include <name>`, dead `#if 0` code left out.
    pub(super) includes: Vec<OsString>,
    /// Values of `#define ALGORITHM_INSTANCE "value"`.
    pub(super) instance_names: Vec<String>,
    /// Values of `#define DIGEST_BIT_LENGTH value`.
    pub(super) digest_bits: Vec<u32>,
}

/// Scans C, C++ or preprocessed assembly text.
pub(super) fn scan(text: &[u8]) -> Scan {
    let mut scanner = Scanner::default();
    // Editors on Windows mark UTF-8 text by three bytes in front of it.
    let clean = without_comments(text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text));
    for line in clean.split(|&byte| byte == b'\n') {
        let trimmed = line.trim_ascii();
        match trimmed.strip_prefix(b"#") {
            Some(directive) => scanner.directive(directive.trim_ascii()),
            None if scanner.dead() => {}
            None => scanner.code(trimmed),
        }
    }
    scanner.found
}

/// Replaces comments by a space and joins continued lines; strings are kept whole. Line ends
/// within comments vanish, which is harmless as only directives care for lines.
fn without_comments(text: &[u8]) -> Vec<u8> {
    let mut clean = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, tail)) = rest.split_first() {
        if rest.starts_with(b"\\\n") {
            rest = &rest[2..];
        } else if rest.starts_with(b"\\\r\n") {
            rest = &rest[3..];
        } else if rest.starts_with(b"//") {
            let mut end = 2;
            while end < rest.len() && (rest[end] != b'\n' || continued(&rest[..end])) {
                end += 1;
            }
            rest = &rest[end..];
        } else if rest.starts_with(b"/*") {
            clean.push(b' ');
            let end = rest[2..].windows(2).position(|pair| pair == b"*/");
            rest = end.map_or(&[][..], |end| &rest[2 + end + 2..]);
        } else if byte == b'"' || byte == b'\'' {
            let length = literal(rest);
            clean.extend_from_slice(&rest[..length]);
            rest = &rest[length..];
        } else {
            clean.push(byte);
            rest = tail;
        }
    }
    clean
}

fn continued(line: &[u8]) -> bool {
    line.strip_suffix(b"\r").unwrap_or(line).ends_with(b"\\")
}

/// Length of the string or character literal that `text` starts with. A literal ends with its
/// line at the latest, so an apostrophe in assembly or in `#error` text does no harm.
fn literal(text: &[u8]) -> usize {
    let quote = text[0];
    let mut at = 1;
    while at < text.len() {
        match text[at] {
            b'\\' if text.get(at + 1) == Some(&b'\r') => at += 3,
            b'\\' => at += 2,
            b'\n' => return at,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}

/// One open `#if`.
#[derive(Clone, Copy, Debug)]
struct Condition {
    dead: bool,
    depth: usize,
}

#[derive(Default)]
struct Scanner {
    found: Scan,
    conditions: Vec<Condition>,
    depth: usize,
    parens: usize,
    /// How far a definition of `main`, or of an entry, has been read.
    state: State,
    /// Which entry that is; none for `main`.
    entry: Option<usize>,
    /// Whether the last token was a string, as in `extern "C" {`.
    after_string: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum State {
    #[default]
    Outside,
    Name,
    Parameters,
    Head,
    /// Declarations of parameters in the oldest style follow the head.
    OldStyle,
}

impl Scanner {
    fn dead(&self) -> bool {
        self.conditions.iter().any(|condition| condition.dead)
    }

    fn directive(&mut self, line: &[u8]) {
        let end = line.iter().position(|b| !b.is_ascii_alphabetic()).unwrap_or(line.len());
        let (name, rest) = line.split_at(end);
        let rest = rest.trim_ascii();
        match name {
            b"if" | b"ifdef" | b"ifndef" => {
                let dead = name == b"if" && rest == b"0";
                self.conditions.push(Condition { dead, depth: self.depth });
            }
            b"else" | b"elif" => {
                // Both branches start at the same depth: `if (a) {` may be in each of them.
                if let Some(condition) = self.conditions.last_mut() {
                    condition.dead = false;
                    self.depth = condition.depth;
                }
            }
            b"endif" => drop(self.conditions.pop()),
            b"include" if !self.dead() => {
                let inner = delimited(rest, b'"', b'"').or_else(|| delimited(rest, b'<', b'>'));
                self.found.includes.extend(inner.map(|name| OsString::from_vec(name.to_vec())));
            }
            b"define" if !self.dead() => {
                let value = |macro_name: &[u8]| {
                    let value = rest.strip_prefix(macro_name)?;
                    value.first()?.is_ascii_whitespace().then(|| value.trim_ascii())
                };
                let name = value(b"ALGORITHM_INSTANCE").and_then(|v| delimited(v, b'"', b'"'));
                let name = name.map(|text| String::from_utf8_lossy(text).into_owned());
                self.found.instance_names.extend(name);
                let bits = value(b"DIGEST_BIT_LENGTH").and_then(|v| std::str::from_utf8(v).ok());
                let bits = bits.map(|text| text.trim_matches(|c| "() uUlL".contains(c)));
                self.found.digest_bits.extend(bits.and_then(|text| text.parse::<u32>().ok()));
            }
            _ => {}
        }
    }

    fn code(&mut self, line: &[u8]) {
        let mut at = 0;
        while at < line.len() {
            let byte = line[at];
            if byte == b'"' || byte == b'\'' {
                at += literal(&line[at..]);
                self.after_string = true;
                continue;
            }
            if byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80 {
                let rest = &line[at..];
                let word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_' || *b >= 0x80;
                let end = rest.iter().position(|b| !word(b)).unwrap_or(rest.len());
                self.word(&rest[..end]);
                at += end;
                continue;
            }
            self.punctuation(byte);
            at += 1;
        }
    }

    fn word(&mut self, word: &[u8]) {
        self.after_string = false;
        match self.state {
            State::Name => self.state = State::Outside,
            State::Head if !word.starts_with(b"__") => self.state = State::OldStyle,
            _ => {}
        }
        if self.depth == 0 && self.parens == 0 {
            self.entry = ENTRIES.iter().position(|entry| entry.as_bytes() == word);
            if self.entry.is_some() || word == b"main" {
                self.state = State::Name;
            }
        }
    }

    fn punctuation(&mut self, byte: u8) {
        match (self.state, byte) {
            (_, b' ' | b'\t' | b'\r') => return,
            (State::Name, b'(') => self.state = State::Parameters,
            (State::Name, _) => self.state = State::Outside,
            (State::Parameters, b')') if self.parens == 1 => self.state = State::Head,
            (State::Head, b',') => self.state = State::Outside,
            (State::Head, b';') if self.depth == 0 => self.state = State::Outside,
            (State::Head | State::OldStyle, b'{') => {
                self.define();
                self.state = State::Outside;
            }
            _ => {}
        }
        let after_string = std::mem::take(&mut self.after_string);
        match byte {
            // What is in `extern "C" {` is still the top level.
            b'{' if after_string && self.depth == 0 => {}
            b'{' => self.depth += 1,
            b'}' => self.depth = self.depth.saturating_sub(1),
            b'(' => self.parens += 1,
            b')' => self.parens = self.parens.saturating_sub(1),
            // No statement ends within parentheses but that of a `for`.
            b';' if self.depth == 0 => self.parens = 0,
            _ => {}
        }
    }

    fn define(&mut self) {
        if let Some(entry) = self.entry {
            self.found.entry = Some(self.found.entry.map_or(entry, |known| known.min(entry)));
        } else if self.conditions.is_empty() {
            self.found.main = Main::Always;
        } else if self.found.main == Main::None {
            self.found.main = Main::Conditional;
        }
    }
}

/// What is between `open` at the start of `text` and the next `close`.
fn delimited(text: &[u8], open: u8, close: u8) -> Option<&[u8]> {
    let inner = text.strip_prefix(&[open])?;
    let end = inner.iter().position(|&byte| byte == close)?;
    Some(&inner[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn main_of(text: &str) -> Main {
        scan(text.as_bytes()).main
    }

    #[test]
    fn a_program_is_recognised() {
        assert_eq!(main_of("int main(void) { return 0; }"), Main::Always);
        assert_eq!(main_of("int\r\nmain (int argc,\r\n char **argv)\r\n{\r\n}\r\n"), Main::Always);
        assert_eq!(main_of("int main(argc, argv) int argc; char **argv; {}"), Main::Always);
        assert_eq!(main_of("extern \"C\" {\nint main() {}\n}\nint x;"), Main::Always);
        assert_eq!(main_of("#define A 1\nint main() /* ; */ {"), Main::Always);
        assert_eq!(main_of("#ifdef SELF\nint main() {}\n#endif\n"), Main::Conditional);
        assert_eq!(
            main_of("#if A\nint f(int a) {\n#else\nint f() {\n#endif\n}\nint main(){}"),
            Main::Always
        );
    }

    #[test]
    fn what_is_no_program_is_not_taken_for_one() {
        for text in [
            "/* int main() {} */",
            "// int main() { \\\n int main() {}\n",
            "const char *s = \"int main() {\";",
            "int main(void);",
            "int domain(void) {} int main_loop(void) {}",
            "void f(void) { main(); }",
            "#define RUN int main() {}\n",
            "#if 0\nint main() {}\n#endif",
            "char c = '\"'; /* \" int main() {} */",
            "int main = 3;",
            "int f(int (*main)(void)) { return 0; }",
        ] {
            assert_eq!(main_of(text), Main::None, "{text}");
        }
    }

    #[test]
    fn includes_and_the_name_are_found() {
        let text =
            b"# include \"a b.c\" // c\n#include <x.h>\n#if 0\n#include \"dead.c\"\n#endif\n\
            #define ALGORITHM_INSTANCE \"ZEN_128\"\n#define ALGORITHM_INSTANCES 2\n\
            #define DIGEST_BIT_LENGTH (768u)\n#define DIGEST_BIT_LENGTH_2 1\n";
        let found = scan(text);
        assert_eq!(found, scan(&[b"\xef\xbb\xbf", &text[..]].concat()));
        assert_eq!(found.includes, ["a b.c", "x.h"]);
        assert_eq!(found.instance_names, ["ZEN_128"]);
        assert_eq!(found.digest_bits, [768]);
    }

    #[test]
    fn the_file_with_the_interface_is_known() {
        let entry = |text: &str| scan(text.as_bytes()).entry.map(|entry| ENTRIES[entry]);
        assert_eq!(entry("int kem_enc(u8 *a)\n{ }\nint sig_sign(int b) {}"), Some("sig_sign"));
        assert_eq!(entry("#ifdef X\nint CryptHash(int a) {}\n#endif"), Some("CryptHash"));
        assert_eq!(entry("int kem_enc(u8 *a);\nvoid f(void) { kem_enc(0); }"), None);
    }

    #[test]
    fn any_bytes_are_taken() {
        for text in
            [&b"\""[..], b"'\\", b"/*", b"//", b"\\", b"#", b"#include", b"\xff\xfe(", b"}}}}"]
        {
            scan(text);
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_stops_the_scan(text in r#"([#/*"'\\\r\n(){};, ]|if 0|else|endif|include|define|main|int){0,60}"#) {
            scan(text.as_bytes());
        }
    }
}
