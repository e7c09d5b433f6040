use axum::{routing::get, Router};

async fn list() {}

pub fn routes(_page: u8) -> Router {
    Router::new().route("/orders", get(list))
}
