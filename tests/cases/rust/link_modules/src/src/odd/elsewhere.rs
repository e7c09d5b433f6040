pub fn found() {}
