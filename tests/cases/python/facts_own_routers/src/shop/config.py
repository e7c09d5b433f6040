import logging
from os import getenv as read

from shop.shelf import getenv as find

log = logging.getLogger(__name__)


class Settings:
    schedule = "23:45"

    def load(self, name: str) -> None:
        read("SHOP_KEY")
        find("NOT_A_KEY")
        log.warning(f"{name=} at {self.schedule}")
