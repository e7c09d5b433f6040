use core_kit::{make, piece, visible};
use serde::Serialize;

pub fn run() -> u32 {
    visible();
    let mut part = make();
    part.grow(1).grow(2);
    part.size + piece!() + serde::count()
}

pub fn print(value: &dyn Serialize) {
    value.serialize();
    unknown::make();
}
