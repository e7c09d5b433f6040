use std::env::var;

use actix_web::{web, App, HttpServer, Responder};

lazy_static! {
    pub static ref CONFIG: Config = Config {
        base_url: var("BASE_URL").unwrap_or_else(|_| format!("http://localhost:{}", var("PORT").unwrap())),
    };
}

include!(concat!(env!("OUT_DIR"), "/made.rs"));

struct Bag;

impl Bag {
    fn var(&self, name: &str) -> String {
        name.to_owned()
    }
}

fn show(bag: Bag) {
    println!("{} {}", var("SHOWN").unwrap(), bag.var("NO_KEY"));
    let all = vec![anyhow!("odd")];
    quote! { var("QUOTED") };
}

async fn index() -> impl Responder {
    "x"
}

fn main() {
    HttpServer::new(|| App::new().data_factory(|| async { Ok::<_, ()>(1) }).route("/", web::to(index)));
}

#[cfg(test)]
mod tests {
    #[actix_web::test]
    async fn answers() {
        // a test's own application
        test::init_service(App::new().service(web::resource("/tested").route(web::get().to(index)))).await;
    }
}
