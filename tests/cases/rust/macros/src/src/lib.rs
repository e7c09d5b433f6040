#[macro_export]
macro_rules! square {
    ($x:expr) => { $x * helper($x) };
}

fn helper(x: u8) -> u8 {
    x
}

fn uses(name: u8) {
    square!(helper(name));
    println!("{} {total}", helper(1), total = helper(2));
    let list = vec![helper(3); 4];
    assert!(matches!(list.first(), Some(x)));
    custom! { this is => not Rust };
    tracing::info!(name, "text");
    stringify!(helper);
}

cfg_rt! {
    /// Found inside a macro.
    pub fn gated() -> u8 {
        helper(5)
    }
}
