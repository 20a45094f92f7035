//! Tables in the formats results are printed in.

use comfy_table::{ContentArrangement, presets};
use std::str::FromStr;

/// How results are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Aligned columns for a terminal.
    #[default]
    Table,
    /// A Markdown table.
    Markdown,
    /// Comma-separated values.
    Csv,
    /// Records.
    Json,
}

/// A name that is no format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no format; known are table, markdown, csv and json")]
pub struct UnknownFormat(String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Ok(match name {
            "table" => Format::Table,
            "markdown" => Format::Markdown,
            "csv" => Format::Csv,
            "json" => Format::Json,
            _ => return Err(UnknownFormat(name.to_owned())),
        })
    }
}

/// A table of texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    columns: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new(columns: impl Into<Vec<&'static str>>) -> Self {
        Table { columns: columns.into(), rows: Vec::new() }
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns.len()
    }

    /// Adds a row, with as many cells as there are columns.
    pub fn push(&mut self, row: Vec<String>) {
        debug_assert_eq!(row.len(), self.columns.len());
        self.rows.push(row);
    }

    /// The table in a format ([`Format::Json`] gives what [`Format::Table`] does: records are
    /// not made from tables).
    pub fn render(&self, format: Format) -> String {
        match format {
            Format::Table | Format::Json => self.aligned(),
            Format::Markdown => self.markdown(),
            Format::Csv => self.csv(),
        }
    }

    fn aligned(&self) -> String {
        let mut table = comfy_table::Table::new();
        table.load_preset(presets::NOTHING);
        table.set_content_arrangement(ContentArrangement::Disabled);
        table.set_header(&self.columns);
        for row in &self.rows {
            table.add_row(row.iter().map(|cell| printable(cell)));
        }
        for column in table.column_iter_mut() {
            column.set_padding((0, 2));
        }
        table.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
    }

    fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let mut text = line(self.columns.iter().map(|&name| name.to_owned()).collect());
        text += &line(vec!["---".to_owned(); self.columns.len()]);
        for row in &self.rows {
            text += &line(row.iter().map(|cell| escaped(cell)).collect());
        }
        text
    }

    fn csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let header = writer.write_record(&self.columns);
        let rows = self.rows.iter().try_for_each(|row| writer.write_record(row));
        // Writing to memory cannot fail, and all rows have the header's length.
        debug_assert!(header.is_ok() && rows.is_ok());
        String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
    }
}

/// Labels come from strangers: no control characters on a terminal.
fn printable(cell: &str) -> String {
    cell.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

fn escaped(cell: &str) -> String {
    printable(cell).replace('\\', "\\\\").replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new(["instance", "operation", "calls per operation"]);
        table.push(vec!["mlkem-512".into(), "keygen".into(), "drng 1, sm3hash 1".into()]);
        table.push(vec!["格|\"x\"\u{1b}[31m".into(), "enc".into(), "–".into()]);
        table
    }

    #[test]
    fn aligned_columns() {
        assert_eq!(
            table().render(Format::Table),
            "instance     operation  calls per operation\n\
             mlkem-512    keygen     drng 1, sm3hash 1\n\
             格|\"x\"\u{fffd}[31m  enc        –\n"
        );
    }

    #[test]
    fn markdown_cells_cannot_break_out() {
        assert_eq!(
            table().render(Format::Markdown),
            "| instance | operation | calls per operation |\n| --- | --- | --- |\n\
             | mlkem-512 | keygen | drng 1, sm3hash 1 |\n\
             | 格\\|\"x\"\u{fffd}[31m | enc | – |\n"
        );
    }

    #[test]
    fn csv_cells_are_quoted() {
        assert_eq!(
            table().render(Format::Csv),
            "instance,operation,calls per operation\nmlkem-512,keygen,\"drng 1, sm3hash 1\"\n\
             \"格|\"\"x\"\"\u{1b}[31m\",enc,–\n"
        );
    }
}
