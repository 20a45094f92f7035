//! Dividing the instances among processes.

use std::fmt;
use std::str::FromStr;

/// One of several parts of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1.
    pub number: u64,
    /// How many there are.
    pub of: u64,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// Whether the instance at this place, among all instances of the campaign, is in this part. It
    /// depends on nothing else, so every process divides alike.
    pub fn has(self, place: usize) -> bool {
        place as u64 % self.of == self.number - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            Some(Shard { number: number.parse().ok()?, of: of.parse().ok()? })
        });
        numbers
            .filter(|shard| (1..=shard.of).contains(&shard.number))
            .ok_or_else(|| "write K/N, such as 1/3 for the first of three parts".to_owned())
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_instance_is_in_exactly_one_part() {
        for of in 1..5 {
            let parts: Vec<Shard> = (1..=of).map(|number| Shard { number, of }).collect();
            for place in 0..20 {
                assert_eq!(parts.iter().filter(|shard| shard.has(place)).count(), 1);
            }
        }
    }

    #[test]
    fn only_parts_there_are_can_be_named() {
        assert_eq!("2/3".parse(), Ok(Shard { number: 2, of: 3 }));
        for text in ["", "1", "0/3", "4/3", "1/0", "-1/3", "1/3/5", "a/b"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
