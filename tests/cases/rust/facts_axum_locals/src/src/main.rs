use axum::Router;

mod router;

use router::api_router;

fn main() {
    let state = State::new();
    let api = api_router(state);
    let app = Router::new().nest("/api", api);
    let list = Vec::new();
    let other = make_list();
    list.nest("/no", other);
}

fn make_list() -> Vec<u8> {
    Vec::new()
}
