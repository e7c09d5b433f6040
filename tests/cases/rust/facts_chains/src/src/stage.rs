use rocket::{Build, Rocket};
use std::sync::{Arc, Mutex};

struct Pool;

impl Pool {
    fn manage<T>(self, _value: T) -> Self {
        self
    }
}

pub fn rocket() -> Rocket<Build> {
    // not a registration: a type of the program's own
    let _pool = Pool.manage::<u8>(1);
    rocket::build().manage::<Arc<Mutex<Vec<u8>>>>(Arc::new(Mutex::new(vec![])))
}
