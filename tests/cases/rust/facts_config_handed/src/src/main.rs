use env_vars::{required, var};

fn main() {
    let port = var("PORT");
    let url = required("DATABASE_URL");
    let word = lookup("WORD_LIST");
}

fn lookup(word: &str) -> Option<String> {
    Some(word.to_string())
}
