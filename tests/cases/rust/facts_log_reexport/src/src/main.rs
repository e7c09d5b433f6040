use tracing::log::info;

mod own {
    macro_rules! warn {
        ($text:expr) => {};
    }
    pub(crate) use warn;
}

fn main() {
    info!("started on {}", 80);
    own::warn!("not a log");
}
