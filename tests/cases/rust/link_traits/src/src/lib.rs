mod area;
mod hidden;

use area::{Area, Named};
use std::ops::Deref;

#[derive(Clone)]
pub struct Square {
    side: u32,
}

impl Square {
    const UNIT: u32 = 1;

    pub fn side(&self) -> u32 {
        self.side * Self::UNIT
    }
}

impl Area for Square {
    type Unit = u32;
    const LIMIT: u32 = 10;

    fn area(&self) -> u32 {
        self.side() * self.side()
    }
}

pub struct Holder {
    inner: Square,
}

impl Deref for Holder {
    type Target = Square;

    fn deref(&self) -> &Square {
        &self.inner
    }
}

pub fn by_bound<T: Area + Clone>(value: &T) -> u32 {
    value.clone().doubled() + T::LIMIT
}

pub fn by_where<T>(value: T) -> T::Unit
where
    T: Area,
{
    value.area();
    value.name();
    todo!()
}

pub fn by_object(value: &dyn Area<Unit = u32>, other: impl Named) {
    value.area();
    other.name();
    other.area();
}

pub fn concrete(holder: Holder) {
    holder.side();
    holder.area();
    holder.clone().side();
    holder.name();
    holder.unseen();
    <Square as Area>::area(&holder);
    Area::area(&holder.inner);
    Square::UNIT;
    Square::missing();
}
