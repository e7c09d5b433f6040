use diesel::prelude::*;
use reqwest::Client;

diesel::table! {
    orders (id) {
        id -> Int4,
        title -> Varchar,
    }
}

#[derive(Queryable)]
#[diesel(table_name = orders)]
struct Order {
    id: i32,
}

mod entity {
    use sea_orm::entity::prelude::*;

    #[derive(DeriveEntityModel)]
    #[sea_orm(table_name = "customers")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i32,
    }
}

async fn load(pool: &Pool, client: Client) {
    sqlx::query!("SELECT name FROM stock WHERE id = $1", 1);
    sqlx::query(r#"DELETE FROM sessions"#).execute(pool).await;
    client.post("https://example.com/hook").send().await;
    reqwest::get("https://example.com/status").await;

    // not SQL
    print("select the right one from these");
}

struct Pool;

fn print(text: &str) {}
