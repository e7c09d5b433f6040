use juniper::graphql_object;

pub struct Query;
pub struct OrderMutation;
pub struct Order;

#[graphql_object(context = Context)]
impl Query {
    fn api_version() -> &str {
        "1"
    }
}

#[graphql_object(context = Context)]
impl OrderMutation {
    fn place_order(id: i32) -> Order {
        Order {}
    }
}

#[graphql_object(context = Context)]
impl Order {
    fn total(&self) -> i32 {
        1
    }
}
