use axum::{routing::get, Router};

pub fn api_router(state: State) -> Router {
    Router::new().route("/orders", get(list)).with_state(state)
}

async fn list() {}
