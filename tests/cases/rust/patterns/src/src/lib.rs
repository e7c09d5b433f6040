const MAX: u8 = 9;

enum Kind {
    Small,
    Large { size: u8 },
    Pair(u8, u8),
}

fn sort(kind: Kind, value: Option<u8>) -> u8 {
    match kind {
        Kind::Small => 0,
        Kind::Large { size } if size > MAX => size,
        Kind::Large { size: other } => other,
        Kind::Pair(first, ..) => first,
    }
}

fn bare(n: u8, kind: Kind) -> u8 {
    use Kind::*;
    match (n, kind) {
        (MAX, Small) => 1,
        (low @ 0..=MAX, _) => low,
        (rest, Pair(a, ref b)) => rest + a + b,
        _ => 2,
    }
}

fn chain(value: Option<u8>) -> u8 {
    if let Some(found) = value {
        return found;
    } else {
        found
    }
    let Some(later) = value else { return later; };
    while let Some(next) = step(later) {
        for (i, x) in next {
            i + x;
        }
    }
    'outer: loop {
        break 'outer;
    }
}

fn step(from: u8) -> Option<u8> {
    None
}
