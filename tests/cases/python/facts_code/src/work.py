import logging

import backoff
import click
import requests
from celery import shared_task
from loguru import logger as loud
from tenacity import retry, stop_after_attempt, wait_fixed

from own import logger as unknown

log = logging.getLogger(__name__)


class Broken(ValueError):
    pass


class Worker:
    def __init__(self):
        self.log = log.getChild("worker")

    @retry(stop=stop_after_attempt(3), wait=wait_fixed(2))
    def run(self, job):
        self.log.info("job %s took %d ms", job, 3)
        loud.error("job {} failed", job)
        unknown.info("nobody knows who logs this")
        try:
            return requests.get("https://example.org/jobs")
        except OSError as error:
            log.exception(f"no answer for {job}")
            raise Broken("no answer") from error
        except KeyError:
            raise


@backoff.on_exception(backoff.expo, OSError, max_tries=5)
def send():
    log.log(logging.DEBUG, "sent")


@shared_task(name="mail.send", max_retries=4)
def mail():
    return send()


def post():
    mail.delay()


@click.group()
def cli():
    pass


@cli.command("do-it")
def do_it():
    raise click.ClickException("no")
