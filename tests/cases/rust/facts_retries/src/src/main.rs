use backon::{ExponentialBuilder, Retryable};
use tokio_retry::strategy::ExponentialBackoff;
use tokio_retry::Retry;
use tower::retry::RetryLayer;

async fn pay() -> Result<(), String> {
    Ok(())
}

async fn run(policy: Policy) {
    let _ = Retry::spawn(ExponentialBackoff::from_millis(10).take(3), pay).await;
    let _ = pay.retry(ExponentialBuilder::default().with_max_times(4)).await;
    let _ = backoff::future::retry(backoff::ExponentialBackoff::default(), pay).await;
    let _ = RetryLayer::new(policy.clone());
    own::Retry::spawn(9, pay);
}

#[derive(Clone)]
struct Policy;

mod own {
    pub struct Retry;

    impl Retry {
        pub fn spawn<T>(times: i32, work: T) {}
    }
}
