from celery import Celery, shared_task

from shop.jobs import task

app = Celery("shop")


@app.task(autoretry_for=(ConnectionError,), max_retries=5, retry_backoff=2)
def pay(order):
    return order


@shared_task(bind=True, max_retries=3, default_retry_delay=10)
def ship(self, order):
    try:
        return order
    except TimeoutError as error:
        raise self.retry(exc=error, countdown=30)


@app.task
def tell(order):
    return order


@task(max_retries=9)
def count(order):
    return order
