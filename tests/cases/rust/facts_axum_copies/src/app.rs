use axum::Router;
use axum::routing::{get, put};

async fn show() -> &'static str {
    "shown"
}

fn app() -> Router {
    let shown = get(show);
    let made = put(show);
    Router::new()
        .route("/shown", shown.clone())
        .route("/again", shown)
        .route("/made", made.clone())
}
