use axum::{
    middleware,
    routing::{get, post},
    Router,
};
use std::collections::HashMap;
use tower_http::trace::TraceLayer;

mod users;

const API: &str = "/api";

pub async fn show() {}

async fn make() {}

async fn auth() {}

fn app() -> Router {
    let orders = Router::new()
        .route("/", get(show).post(make))
        .route_layer(middleware::from_fn(auth));
    let router = Router::new()
        .route("/health", get(|| async { "up" }))
        .nest("/orders", orders)
        .nest(API, users::router())
        .merge(extra());
    router.layer(TraceLayer::new_for_http()).with_state(State::default())
}

fn extra() -> axum::Router {
    axum::Router::new().route("/extra/:id", axum::routing::delete(show))
}

#[derive(Default)]
struct State;

struct Table;

impl Table {
    fn route(&self, name: &str, value: u8) {}
}

fn look_alike(map: HashMap<&str, u8>) {
    // not routes: a map's get, a method of this program
    map.get("/no");
    Table.route("/no", 1);
    post(make);
}
