use axum::routing::get as read;
use axum::Router;
use crate::proto::orders_server::Orders as OrdersService;
use crate::shelf::Shelf;

pub struct Service;

#[tonic::async_trait]
impl OrdersService for Service {
    async fn list_orders(&self) -> Result<(), ()> {
        Ok(())
    }
}

#[async_trait::async_trait]
impl Shelf for Service {
    async fn list_books(&self) -> Result<(), ()> {
        Ok(())
    }
}

async fn health() {}

pub fn router() -> Router {
    Router::new().route("/health", read(health))
}
