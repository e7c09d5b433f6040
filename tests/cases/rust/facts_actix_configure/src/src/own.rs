pub struct Settings {}

impl Settings {
    pub fn configure(&self, fill: fn(&mut Settings)) {}
    pub fn route(&mut self, path: &str, value: u8) {}
}

pub fn fill(cfg: &mut Settings) {
    cfg.route("/nothing", 1);
}
