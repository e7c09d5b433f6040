use axum::routing::{get, post, MethodRouter};
use axum::Router;
use axum_extra::routing::RouterExt;

fn get_page<H>(handler: H) -> MethodRouter {
    get(handler).route_layer(limits())
}

fn post_page<H>(handler: H) -> MethodRouter {
    post(handler)
}

fn unknown<H>(handler: H) -> MethodRouter {
    elsewhere::make(handler)
}

async fn show() {}

async fn make() {}

fn routes() -> Router {
    Router::new()
        .route("/", get_page(show))
        .route_with_tsr("/orders", post_page(make))
        .route("/other", unknown(show))
}
