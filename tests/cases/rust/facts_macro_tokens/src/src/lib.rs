use std::env;

#[derive(Insertable)]
#[table_name = "email_blocklist"]
pub struct NewEntry {
    pub reason: String,
}

#[doc = "no table"]
pub struct Other;

pub fn mail() -> String {
    format!("{}@{}", env::var("MAIL_USER").unwrap(), std::env::var("MAIL_SERVER").unwrap())
}

pub fn look_alike(own: Own) -> String {
    format!("{}", own.var("NOT_A_KEY"))
}

pub struct Own;

impl Own {
    fn var(&self, name: &str) -> String {
        name.to_string()
    }
}
