//! Carts and what is in them.

/// A cart of items.
#[derive(Debug, Clone)]
pub struct Cart<'a, T: Item = Book, const N: usize = 4> {
    /// Where it came from.
    pub source: &'a str,
    items: [T; N],
}

pub struct Price(pub u64, Currency);

#[repr(u8)]
pub enum Currency {
    Euro,
    Other { code: String },
    Pair(Box<Currency>, u8) = 3,
}

pub(crate) union Raw {
    bits: u32,
}

pub trait Item: Named + Clone {
    const TAX: u32;
    type Key: Ord;
    fn price(&self, quantity: usize) -> Price;
    fn label() -> String {
        String::new()
    }
}

pub type Shelf<T> = Vec<T>;
pub(super) const LIMIT: usize = 10;
static mut COUNTER: u32 = 0;

extern "C" {
    fn checksum(data: *const u8, len: usize) -> u32;
}

async unsafe fn load<F>(mut name: String, (x, y): (u8, u8), f: F) -> Option<Price>
where
    F: Fn(&str) -> u8,
{
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        assert_eq!(LIMIT, 10);
    }
}
// an ordinary comment is no documentation
fn plain() {}
