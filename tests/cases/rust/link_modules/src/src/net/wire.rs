use super::Mode;

pub struct Packet(pub Mode);

impl Packet {
    pub fn empty() -> Self {
        Packet(Mode::Shut)
    }
}

fn secret() {}
