use rocket::{get, Build, Rocket};
use rocket_okapi::{openapi, openapi_get_routes};

#[openapi]
#[get("/<id>")]
fn show(id: u64) {}

#[get("/none")]
fn unmounted() {}

fn build() -> Rocket<Build> {
    rocket::build().mount("/orders", openapi_get_routes![show])
}
