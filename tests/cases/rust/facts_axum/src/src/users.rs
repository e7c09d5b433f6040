use axum::routing::get;
use axum::Router;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn router() -> Router {
    let router = Router::new();
    let router = router.route("/users/:id", get(super::show));
    router.nest("/documented", documented())
}

pub fn documented() -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(list, create))
}

#[utoipa::path(get, path = "/things", responses((status = 200)))]
async fn list() {}

#[utoipa::path(post, path = "/things")]
async fn create() {}
