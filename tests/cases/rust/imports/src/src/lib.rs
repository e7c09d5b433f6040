extern crate alloc as heap;

use std::collections::{btree_map::{self, Entry as Slot}, hash_map::*, HashMap};
use crate::shelf;
pub(crate) use self::inner::Deep as Shallow;
use serde;

mod shelf;

pub mod inner {
    pub struct Deep;

    pub fn outside() {
        helper();
    }
}

mod open {
    use super::*;

    pub fn inside() {
        helper();
        shelf::fill();
    }
}

fn helper() {
    use std::cmp::max;
    max(1, 2);
}

fn max(a: u8, b: u8) -> u8 {
    a
}

fn uses(map: HashMap<u8, Slot>) -> Shallow {
    max(1, 2);
    serde::to_string(&map)
}
