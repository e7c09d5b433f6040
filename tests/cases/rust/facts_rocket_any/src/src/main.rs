use rocket::{launch, route, routes};

#[route("/<_..>")]
fn all() {}

#[route("/one", method = GET, rank = 2)]
fn one() {}

#[route(POST, uri = "/two", data = "<form>")]
fn two(form: Form) {}

#[other::route("/no")]
fn no() {}

#[launch]
fn rocket() -> _ {
    rocket::build().mount("/shop", routes![all, one, two])
}
