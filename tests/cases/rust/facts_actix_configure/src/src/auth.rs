use actix_web::web;

pub fn configure<B>(cfg: &mut web::ServiceConfig, open: bool) {
    cfg.service(web::resource("/login").route(web::post().to(login::<B>)));
    if open {
        cfg.service(web::resource("/register").route(web::post().to(register::<B>)));
    }
}

pub fn tokens<B>(cfg: &mut web::ServiceConfig) {
    cfg.service(web::resource("/tokens").route(web::get().to(login::<B>)));
}

async fn login<B>() {}

async fn register<B>() {}
