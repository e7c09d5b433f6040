use crate::Square;

pub trait Unseen {
    fn unseen(&self);
}

impl Unseen for Square {
    fn unseen(&self) {}
}
