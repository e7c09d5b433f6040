pub trait Area {
    type Unit;
    const LIMIT: u32;

    fn area(&self) -> u32;

    fn doubled(&self) -> u32 {
        self.area() * 2
    }
}

pub trait Named {
    fn name(&self) -> &str;
}

impl<T: Area> Named for T {
    fn name(&self) -> &str {
        "area"
    }
}
