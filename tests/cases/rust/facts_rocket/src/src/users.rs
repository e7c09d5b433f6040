use rocket::{delete, routes, Route};

pub struct Timing;

#[delete("/users/<id>")]
fn drop_user(id: u8) {}

pub fn routes() -> Vec<Route> {
    routes![drop_user]
}

mod unrelated {
    // not a route: an attribute that only shares the name
    #[serde(get("/no"))]
    fn look_alike() {}
}
