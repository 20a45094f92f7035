//! Resource consumption: section 5 of a page.

use super::markdown::{Page, code};
use super::performance::operation_name;
use crate::dataset::{Candidate, Instance};
use crate::format::{or_dash, significant3};
use crate::record::TimingRecord;

pub(super) fn add(page: &mut Page, candidate: &Candidate) {
    page.section("5. Resource consumption");
    let (mut rows, mut isolated) = (vec![], vec![]);
    for instance in &candidate.instances {
        for timing in &instance.timings {
            rows.push(row(instance, &timing.record));
            isolated.extend(memory(instance, &timing.record));
        }
    }
    if rows.is_empty() {
        page.block("Nothing has been measured.");
        return;
    }
    page.block(
        "The static size is what the library's segments take once they are loaded. Resident \
         memory is that of the whole measuring process, before the operation and at its highest: \
         the program around the algorithm and the C library are in it.",
    );
    page.table(
        ["instance", "operation", "static: ELF image (bytes)", "baseline RSS", "peak RSS"],
        &rows,
    );
    if !isolated.is_empty() {
        page.block(
            "Of the algorithm alone, in bytes: the library by kind of segment, and the most heap \
             and stack in use inside one operation.",
        );
    }
    page.table(
        [
            "instance",
            "operation",
            "code",
            "constants",
            "data",
            "bss",
            "heap peak",
            "stack peak",
            "leaked per operation",
        ],
        &isolated,
    );
}

fn row(instance: &Instance, record: &TimingRecord) -> [String; 5] {
    let kib = |bytes: Option<u64>| or_dash(bytes, |bytes| format!("{} KiB", bytes / 1024));
    let image = instance.built.as_ref().and_then(|built| built.elf_load_bytes);
    [
        code(&instance.label),
        operation_name(record),
        or_dash(image, |bytes| bytes.to_string()),
        kib(record.baseline_rss_bytes),
        kib(record.peak_rss_bytes),
    ]
}

fn memory(instance: &Instance, record: &TimingRecord) -> Option<[String; 9]> {
    let memory = record.memory.as_ref()?;
    let bytes = |bytes: Option<u64>| or_dash(bytes, |bytes| bytes.to_string());
    Some([
        code(&instance.label),
        operation_name(record),
        bytes(memory.code_bytes),
        bytes(memory.constants_bytes),
        bytes(memory.data_bytes),
        bytes(memory.bss_bytes),
        bytes(memory.heap_peak_bytes),
        bytes(memory.stack_peak_bytes),
        or_dash(memory.leaked_bytes_per_operation, significant3),
    ])
}
