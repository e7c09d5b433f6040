pub mod wire;

pub enum Mode {
    Open,
    Shut,
}

pub fn mode() -> Mode {
    Mode::Open
}
