mod parts;

pub use parts::Part as Piece;
pub use parts::*;

#[macro_export]
macro_rules! piece {
    () => {
        1
    };
}

pub fn make() -> Piece {
    Piece { size: 1 }
}
