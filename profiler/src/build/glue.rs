//! The small C files we add: what tells the interposer where the real helpers are, and the
//! variable `drng_algorithm` if the submission leaves it to its driver.

use super::helper::{DRNG, Helper};

/// C text of the variable that submissions may expect their driver to define: a `DRNG_ctx`,
/// three arrays of 55 bytes.
pub(super) fn drng_variable() -> String {
    format!(
        "struct drng {{ unsigned char V[55], C[55], reseed_counter[55]; }};\n\
         struct drng {DRNG};\n"
    )
}

/// C text of the symbol `iccs_link`.
///
/// `__real_X` is the linker's name for the X that was wrapped. The addresses are taken from
/// within the library, so they are those of its own helpers and no other library's, unless
/// another one interposes them.
pub(super) fn link_table(wrapped: &[Helper]) -> String {
    let mut text = String::new();
    for helper in wrapped {
        text.push_str(&format!("extern int __real_{}(void);\n", helper.name()));
    }
    let entries: Vec<String> = Helper::ALL
        .iter()
        .map(|helper| match wrapped.contains(helper) {
            true => format!("(void *)&__real_{}", helper.name()),
            false => "0".to_owned(),
        })
        .collect();
    text.push_str(&format!(
        "extern char {DRNG}[];\n\
         struct iccs_link {{ unsigned long version; void *real[5]; void *drng; }};\n\
         extern const struct iccs_link iccs_link;\n\
         __attribute__((visibility(\"default\"))) const struct iccs_link iccs_link =\n    \
         {{ 1, {{ {} }}, &{DRNG} }};\n",
        entries.join(", ")
    ));
    text
}

/// Flags of these files; a submission's own flags have no say in them.
pub(super) const FLAGS: [&str; 4] = ["-O2", "-fPIC", "-std=gnu11", "-fno-lto"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_wrapped_helpers_are_named() {
        let text = link_table(&[Helper::PseudoXof, Helper::InitRandomNumber]);
        assert!(text.contains(
            "{ 1, { 0, (void *)&__real_pseudoXOF, 0, 0, (void *)&__real_init_random_number }, &drng_algorithm }"
        ));
        assert!(!text.contains("__real_sm3hash"));
    }
}
