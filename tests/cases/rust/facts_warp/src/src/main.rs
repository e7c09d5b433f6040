use warp::Filter;

#[derive(Clone)]
struct Db;

fn orders(db: Db) -> impl Filter<Extract = impl warp::Reply, Error = warp::Rejection> + Clone {
    list(db.clone()).or(show(db.clone())).or(make(db))
}

fn base() -> impl Filter<Extract = (), Error = warp::Rejection> + Clone {
    warp::path("orders")
}

fn list(db: Db) -> impl Filter<Extract = impl warp::Reply, Error = warp::Rejection> + Clone {
    base()
        .and(warp::path::end())
        .and(warp::get())
        .and(with_db(db))
        .and_then(list_orders)
}

fn show(db: Db) -> impl Filter<Extract = impl warp::Reply, Error = warp::Rejection> + Clone {
    warp::path!("orders" / u64)
        .and(warp::get())
        .and(with_db(db))
        .and_then(show_order)
        .map(|reply| reply)
}

fn make(db: Db) -> impl Filter<Extract = impl warp::Reply, Error = warp::Rejection> + Clone {
    warp::post()
        .and(base())
        .and(warp::path::param::<u64>())
        .and(warp::body::json())
        .and(with_db(db))
        .and_then(make_order)
}

// says nothing of a path: no route
fn with_db(db: Db) -> impl Filter<Extract = (Db,), Error = std::convert::Infallible> + Clone {
    warp::any().map(move || db.clone())
}

async fn list_orders(db: Db) -> Result<String, warp::Rejection> {
    Ok(String::new())
}

async fn show_order(id: u64, db: Db) -> Result<String, warp::Rejection> {
    Ok(Some(id).map(|one| one.to_string()).unwrap_or_default())
}

async fn make_order(id: u64, body: String, db: Db) -> Result<String, warp::Rejection> {
    Ok(body)
}

async fn serve() {
    let hello = warp::path!("hello").map(|| "hello");
    let api = warp::path("api").and(orders(Db));
    warp::serve(hello.or(api)).run(([127, 0, 0, 1], 80)).await;
}
