#[macro_use]
extern crate rocket;

use rocket::{Build, Rocket, Route};

mod users;

#[get("/")]
fn index() {}

#[post("/items?<page>", data = "<item>")]
fn add(page: u8, item: String) {}

pub fn all() -> Vec<Route> {
    let mut routes = routes![index];
    routes.append(&mut users::routes());
    routes
}

fn build(base: &str) -> Rocket<Build> {
    rocket::build()
        .mount("/api", all())
        .mount(format!("{}/shop", base), routes![add])
        .attach(users::Timing)
        .manage(3)
}
