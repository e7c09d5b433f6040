pub mod count {
    pub fn all() {}
}

fn count(x: u8) -> u8 {
    x
}

struct Wrapper(u8);

fn order() -> u8 {
    let count = count(1);
    count
}

fn closure(step: u8) -> Wrapper {
    let add = |count: u8, y| count + y + step;
    add(1, 2);
    count::all();
    count(3);
    Wrapper(4)
}

fn generic<T: Default, const N: usize>(x: T) -> [T; N] {
    fn inner() -> u8 {
        count(5)
    }
    const LOCAL: u8 = 3;
    inner() + LOCAL;
    T::default();
    Vec::<Wrapper>::with_capacity(N);
    <Wrapper as Into<u8>>::into(x)
}

#[cfg(unix)]
fn twice() {}
#[cfg(not(unix))]
fn twice() {}

fn calls() {
    twice();
}

fn hidden() {
    use other::*;
    let kept = 1;
    count(kept);
}
