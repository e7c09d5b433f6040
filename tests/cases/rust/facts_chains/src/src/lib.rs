pub mod actix;
pub mod orders;
pub mod stage;

use axum::{middleware, Router};
use tower_http::cors::CorsLayer;

async fn signed_in() {}
async fn stamp() {}

pub fn app() -> Router {
    let orders = orders::routes(1).route_layer(middleware::from_fn(signed_in));
    Router::new()
        .nest("/api", orders)
        .layer(middleware::map_response(stamp))
        .layer(CorsLayer::new().allow_origin("*").allow_methods(["GET"]))
}

pub fn first(found: Option<u8>) -> Result<u8, &'static str> {
    let one = found.ok_or("No order is here")?;
    Ok(one)
}
