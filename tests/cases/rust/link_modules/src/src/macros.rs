macro_rules! twice {
    ($value:expr) => {
        ($value, $value)
    };
}

mod deeper {
    macro_rules! lost {
        () => {};
    }
}
