use rocket::fairing::AdHoc;

pub struct Own;

impl Own {
    fn on_ignite(name: &str, then: impl Fn(Own) -> Own) -> Own {
        then(Own)
    }
    fn attach(self, what: Db) -> Own {
        self
    }
}

pub fn stage() -> AdHoc {
    AdHoc::on_ignite("stage", |rocket| async { rocket.attach(Db::init()) })
}

pub fn look_alike() -> Own {
    Own::on_ignite("stage", |own| own.attach(Db::init()))
}

pub struct Db;

impl Db {
    fn init() -> Db {
        Db
    }
}
