use actix_web::{get, post, HttpResponse};

use crate::entity::post;
use crate::own::put;

mod entity {
    pub mod post {
        pub struct Entity;
    }
}

mod own {
    pub use other::put;
}

#[get("/")]
async fn list() -> HttpResponse {
    let _ = post::Entity;
    HttpResponse::Ok().finish()
}

#[post("/")]
async fn create() -> HttpResponse {
    HttpResponse::Ok().finish()
}

#[put("/not-a-route")]
async fn other() -> HttpResponse {
    HttpResponse::Ok().finish()
}
