pub struct Part {
    pub size: u32,
}

impl Part {
    pub fn grow(&mut self, by: u32) -> &mut Self {
        self.size += by;
        self
    }
}

pub fn visible() {}

fn hidden() {}
