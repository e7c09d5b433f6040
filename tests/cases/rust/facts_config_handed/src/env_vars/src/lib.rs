pub fn var(key: &str) -> Option<String> {
    std::env::var(key).ok()
}

pub fn required(key: &str) -> String {
    var(key).expect("it is set")
}
