use actix_cors::Cors;
use actix_web::{web, App, HttpServer};

async fn show() {}

pub async fn serve() {
    HttpServer::new(|| {
        App::new()
            .wrap(
                Cors::default() // all of them
                    .allowed_origin("http://localhost")
                    .max_age(3600),
            )
            .wrap(actix_web::middleware::Logger::default())
            .route("/show", web::get().to(show))
    });
}
