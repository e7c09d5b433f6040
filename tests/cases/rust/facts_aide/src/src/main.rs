use aide::axum::{
    routing::{get, get_with, post_with},
    ApiRouter,
};
use aide::openapi::OpenApi;

async fn list() {}
async fn create() {}
async fn show() {}
async fn remove() {}
async fn ping() {}
async fn old() {}

fn described(op: aide::transform::TransformOperation) -> aide::transform::TransformOperation {
    op
}

fn orders() -> ApiRouter {
    ApiRouter::new()
        .route("/orders/old", axum::routing::get(old))
        .api_route_with(
            "/orders",
            post_with(create, described).get_with(list, described),
            |op| op.tag("orders"),
        )
        .api_route(
            "/orders/{id}",
            get_with(show, described).delete_with(remove, described),
        )
}

fn health() -> ApiRouter {
    ApiRouter::new().api_route("/health/ping", get(ping).head(ping))
}

#[tokio::main]
async fn main() {
    let mut api = OpenApi::default();
    let v1 = ApiRouter::new().merge(orders()).merge(health());
    let app = ApiRouter::new()
        .nest_api_service("/api/v1", v1)
        .finish_api(&mut api);
    serve(app).await;
}

// A router of somebody else's that has calls of the same names.
struct Table;

impl Table {
    fn api_route(self, _path: &str, _row: u32) -> Self {
        self
    }
}

fn table() -> Table {
    Table.api_route("/no/route", 1)
}
