use rusqlite::Connection;

fn title(conn: &Connection, id: i64) -> String {
    conn.query_row("SELECT title FROM posts WHERE id = ?1", [id], |r| r.get(0)).unwrap()
}

fn add(conn: &Connection, id: i64, title: &str) {
    conn.execute("INSERT INTO posts (id, title) VALUES (?1, ?2)", (id, title)).unwrap();
    conn.execute("UPDATE posts SET title = ?2 WHERE id = ?1", (id, title)).unwrap();
}

// a question, no statement
const ASKED: &str = "Select which of these from the list: ?1";
