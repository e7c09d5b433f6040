use actix_web::web;

mod auth;
mod own;

pub fn server<B>(cfg: &mut web::ServiceConfig, open: bool) {
    cfg.app_data(web::Data::new(String::from("a state that is written out at some length")))
        .route("/health", web::get().to(health))
        .service(web::scope("/auth").configure(|cfg| auth::configure::<B>(cfg, open)))
        .service(web::scope("/api").configure(crate::auth::tokens::<B>));
    own::Settings {}.configure(|cfg| own::fill(cfg));
}

async fn health() {}
