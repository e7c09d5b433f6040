use axum::Router;
use axum::routing::{get, put};

async fn show() -> &'static str {
    "shown"
}

struct Page;

impl Page {
    fn get(&self) -> Page {
        Page
    }
}

fn app(other: Page) -> Router {
    let shown = get(show);
    let made = put(show);
    let page = other.get();
    Router::new()
        .route("/shown", shown.clone())
        .route("/again", shown)
        .route("/made", made.clone())
        .route("/page", page.clone())
}
