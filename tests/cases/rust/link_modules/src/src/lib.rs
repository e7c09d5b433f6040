#[macro_use]
mod macros;
mod net;
#[path = "odd/elsewhere.rs"]
mod moved;

pub mod prelude {
    pub use super::net::{self, wire::Packet, Mode::*};
    pub use crate::moved::found as sought;
}

use prelude::*;

#[cfg(feature = "fast")]
fn pick() -> u8 {
    1
}

#[cfg(not(feature = "fast"))]
fn pick() -> u8 {
    2
}

#[cfg(target_arch = "wasm32")]
fn only() {}

pub fn all() {
    pick();
    only();
    sought();
    let packet = Packet::empty();
    twice!(packet);
    match net::mode() {
        Open => {}
        Shut => {}
    }
    inner::reach();
}

mod inner {
    use super::*;

    pub fn reach() {
        pick();
        super::net::mode();
        crate::all();
        self::own();
        let packet: Packet = Packet::empty();
        lost!();
    }

    fn own() {
        fn pick() {}
        pick();
    }
}

mod apart {
    fn alone() {
        pick();
        Packet::empty();
    }
}
