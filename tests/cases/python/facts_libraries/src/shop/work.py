import structlog
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

from shop.own import Retry as Own

log = structlog.get_logger()
adapter = HTTPAdapter(max_retries=Retry(total=3, backoff_factor=0.5))
Own(total=9)


def pay(order, log2):
    log.info("order paid", order=order)
    log.bind(order=order).warning("order late")
    log2.write("no")
