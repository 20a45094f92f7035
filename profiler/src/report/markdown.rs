//! Markdown that says what is meant, whatever the names in it are.

use std::fmt::Write;

/// Text without any meaning as Markdown, in one line.
pub(super) fn text(plain: &str) -> String {
    let mut escaped = String::with_capacity(plain.len());
    let mut before = ' ';
    let plain = one_line(plain);
    let mut chars = plain.chars().peekable();
    while let Some(c) = chars.next() {
        let is_special = match c {
            // Inside a word it means nothing.
            '_' => {
                let is_outer = |c: &char| !c.is_alphanumeric();
                is_outer(&before) || chars.peek().is_none_or(is_outer)
            }
            '\\' | '`' | '*' | '[' | ']' | '<' | '>' | '|' | '&' | '~' | '#' => true,
            _ => false,
        };
        if is_special {
            escaped.push('\\');
        }
        escaped.push(c);
        before = c;
    }
    escaped
}

/// A name as code. In tables a bar ends a cell even in code, unless it is escaped.
pub(super) fn code(name: &str) -> String {
    let name = one_line(name).replace('|', "\\|");
    let mut longest = 0;
    let mut run = 0;
    for c in name.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat(longest + 1);
    // A blank within the fence is taken off again where both ends have one.
    let blank = if name.is_empty() || name.starts_with(['`', ' ']) || name.ends_with(['`', ' ']) {
        " "
    } else {
        ""
    };
    format!("{fence}{blank}{name}{blank}{fence}")
}

/// A link to a file, by its path from the page.
pub(super) fn link(shown: &str, path: &str) -> String {
    let mut target = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-+".contains(&byte) {
            target.push(char::from(byte));
        } else {
            // Writing to a text cannot fail.
            let _ = write!(target, "%{byte:02X}");
        }
    }
    format!("[{shown}]({target})")
}

/// Without characters that end a line or turn the direction of writing.
fn one_line(plain: &str) -> String {
    let is_harmful = |c: char| {
        c.is_control()
            || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}')
    };
    plain.chars().map(|c| if is_harmful(c) { '\u{fffd}' } else { c }).collect()
}

/// A page that grows by blocks with an empty line between them.
#[derive(Default)]
pub(super) struct Page {
    text: String,
}

impl Page {
    /// A page with a title, which is Markdown.
    pub(super) fn new(title: &str) -> Self {
        Page { text: format!("# {title}\n") }
    }

    /// A section's heading.
    pub(super) fn section(&mut self, heading: &str) {
        self.block(&format!("## {heading}"));
    }

    /// A block of Markdown.
    pub(super) fn block(&mut self, markdown: &str) {
        self.text += "\n";
        self.text += markdown.trim_end_matches('\n');
        self.text += "\n";
    }

    /// A table whose cells are Markdown, left out where it has no rows.
    pub(super) fn table<const N: usize>(&mut self, columns: [&str; N], rows: &[[String; N]]) {
        if rows.is_empty() {
            return;
        }
        self.block(&format!("| {} |", columns.join(" | ")));
        self.text += &format!("|{}\n", "---|".repeat(N));
        for row in rows {
            self.text += &format!("| {} |\n", row.join(" | "));
        }
    }

    /// A list, left out where it has no items.
    pub(super) fn list(&mut self, items: &[String]) {
        if !items.is_empty() {
            self.block(&items.iter().map(|item| format!("- {item}\n")).collect::<String>());
        }
    }

    /// The page's Markdown.
    pub(super) fn finish(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_out() {
        assert_eq!(code("ZEN_128"), "`ZEN_128`");
        assert_eq!(code("a|b"), "`a\\|b`");
        assert_eq!(code("a`b``c"), "```a`b``c```");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(code(" x"), "`  x `");
        assert_eq!(code(""), "`  `");
        assert_eq!(code("../../x\ny\u{1b}"), "`../../x\u{fffd}y\u{fffd}`");
        assert_eq!(text("<b>|[x](y)\\\r\n"), "\\<b\\>\\|\\[x\\](y)\\\\\u{fffd}\u{fffd}");
        assert_eq!(text("arm_1 _x_ a_"), "arm_1 \\_x\\_ a\\_");
        assert_eq!(text("a\u{202e}b\u{2028}"), "a\u{fffd}b\u{fffd}");
        assert_eq!(
            text("gcc (Ubuntu 15.2.0-16ubuntu1) 15.2.0"),
            "gcc (Ubuntu 15.2.0-16ubuntu1) 15.2.0"
        );
    }

    #[test]
    fn links_stay_links() {
        assert_eq!(
            link("`x`", "candidates/a b%2F(c).md"),
            "[`x`](candidates/a%20b%252F%28c%29.md)"
        );
    }

    #[test]
    fn blocks_are_apart_and_empty_ones_missing() {
        let mut page = Page::new("Title");
        page.section("1. One");
        page.table(["a", "b"], &[["1".to_owned(), "2".to_owned()]]);
        page.table(["c"], &[]);
        page.list(&[]);
        page.list(&["x".to_owned(), "y".to_owned()]);
        assert_eq!(
            page.finish(),
            "# Title\n\n## 1. One\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- x\n- y\n"
        );
    }
}
