//! The interface functions, as numbers that fit where no text can be written.

use super::MAX_PASSES;
use iccs_interpose::function::OPERATIONS;

/// One of the interface's functions that do the work of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function(u32);

impl Function {
    /// The function of that name, for constants.
    ///
    /// # Panics
    /// When there is none; in a constant, that stops the compiler.
    pub const fn named(name: &str) -> Function {
        let mut number = 0;
        while number < OPERATIONS.len() {
            if is_equal(OPERATIONS[number].as_bytes(), name.as_bytes()) {
                return Function(number as u32);
            }
            number += 1;
        }
        panic!("no such function in the interface")
    }

    /// The function of a pass of a key exchange, from 1 to [`MAX_PASSES`]: odd ones are side a's.
    pub fn of_pass(pass: u8) -> Function {
        const FIRST: Function = Function::named("kex_generate_pass1_msg_a");
        Function(FIRST.0 + u32::from(pass.clamp(1, MAX_PASSES)) - 1)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        OPERATIONS[self.0 as usize]
    }

    /// A number from 1, by which [`Function::from_code`] finds it again.
    pub fn code(self) -> u32 {
        self.0 + 1
    }

    /// The function of a number, if there is one.
    pub fn from_code(code: u32) -> Option<Function> {
        let number = code.checked_sub(1)?;
        ((number as usize) < OPERATIONS.len()).then_some(Function(number))
    }
}

const fn is_equal(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_back() {
        for name in OPERATIONS {
            let function = Function::named(name);
            assert_eq!(function.name(), name);
            assert_eq!(Function::from_code(function.code()), Some(function));
        }
        assert_eq!(Function::from_code(0), None);
        assert_eq!(Function::from_code(OPERATIONS.len() as u32 + 1), None);
    }

    #[test]
    fn passes_alternate_between_the_sides() {
        assert_eq!(Function::of_pass(1).name(), "kex_generate_pass1_msg_a");
        assert_eq!(Function::of_pass(16).name(), "kex_generate_pass16_msg_b");
        assert_eq!(Function::of_pass(200).name(), "kex_generate_pass16_msg_b");
    }
}
