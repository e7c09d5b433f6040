use std::fmt;

pub struct Point<T> {
    x: T,
}

impl<T> Point<T> {
    pub const ORIGIN: u8 = 0;

    pub fn new(x: T) -> Self {
        Self { x }
    }

    fn moved(self) -> Point<T> {
        Point { x: self.x, ..Self::new(self.x) }
    }
}

impl<T> fmt::Display for Point<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Point::new(1).moved();
        write!(f, "{}", self.x)
    }
}

trait Shape {
    type Unit;
    fn area(&self) -> Self::Unit;
}

impl<'a> Shape for &'a Point<u8> {
    type Unit = u8;
    fn area(&self) -> u8 {
        self.x
    }
}

unsafe impl<T> Send for Point<T> {}
