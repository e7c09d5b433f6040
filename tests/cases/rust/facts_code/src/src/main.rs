use anyhow::{anyhow, bail, ensure};
use clap::{Parser, Subcommand};
use std::env;
use tracing::{info, warn};

#[derive(Parser)]
struct Args {
    #[arg(long, env = "SHOP_PORT")]
    port: u16,
    #[clap(env)]
    token: String,
    #[arg(long)]
    name: String,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Serve,
    MigrateDatabase { dry: bool },
}

#[derive(Debug, thiserror::Error)]
enum ShopError {
    #[error("not found: {0}")]
    NotFound(String),
    #[error("gone")]
    Gone,
    #[error(transparent)]
    Io(std::io::Error),
}

fn find(key: &str) -> Result<String, ShopError> {
    if key.is_empty() {
        return Err(ShopError::NotFound("empty".to_string()));
    }
    let found = lookup(key).ok_or(ShopError::Gone)?;
    std::fs::read_to_string(found).map_err(|e| ShopError::Io(e))?;
    match lookup(key) {
        Some(text) => Ok(text),
        None => Err(ShopError::Gone.into()),
    }
}

fn lookup(key: &str) -> Option<String> {
    None
}

fn handed_on() -> Result<(), Box<dyn std::error::Error>> {
    if let Err(e) = find("x") {
        return Err(e.into());
    }
    Err("a plain text".into())
}

fn run(id: u32) -> anyhow::Result<()> {
    ensure!(id > 0, "id must be positive");
    if id > 9 {
        bail!("id {id} is too large");
    }
    let secret = env::var("SECRET")?;
    let version = env!("CARGO_PKG_VERSION");
    info!("started {}", version);
    warn!(target: "audit", user = %id, "odd user {id}");
    tracing::error!(?secret);
    log::debug!("low");
    if id == 3 {
        panic!("three is {}", "bad");
    }
    Err(anyhow!("nothing left"))
}

async fn wait() {
    tokio::select! {
        _ = stopped() => {
            warn!("stopped");
        }
    }
}

async fn stopped() {}

fn error(text: &str) {}

fn look_alike() {
    // not a log: a function of this program
    error("not a log");
}

fn prepare() {
    std::env::set_var("SHOP_MODE", "test");
}
