use actix_web::{get, middleware::Logger, web, App, HttpServer};

#[get("/hello/{name}")]
async fn hello() {}

#[actix_web::route("/multi", method = "GET", method = "POST")]
async fn multi() {}

async fn show() {}

struct Pool;

fn configure(cfg: &mut web::ServiceConfig) {
    cfg.service(
        web::scope("/orders")
            .service(hello)
            .route("/{id}", web::get().to(show))
            .service(web::resource("").route(web::post().to(show)).route(web::put().to(show))),
    );
}

async fn serve() {
    HttpServer::new(|| {
        App::new()
            .wrap(Logger::default())
            .app_data(web::Data::new(Pool))
            .service(web::scope("/api").configure(configure))
            .service(multi)
            .route("/ping", web::head().to(show))
    });
}
