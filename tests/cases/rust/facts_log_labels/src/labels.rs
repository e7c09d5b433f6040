use slog::crit;

pub fn tell(order: &str, logger: &slog::Logger) {
    log::info!("log {}", order);
    tracing::info!("tracing {}", order);
    crit!(logger, "slog {}", order);
}
