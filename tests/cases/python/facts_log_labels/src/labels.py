import logging

import structlog
from loguru import logger

plain = logging.getLogger(__name__)
bound = structlog.get_logger().bind(shop=1)


class Logger:
    def info(self, text):
        return text


def tell(order, typed: structlog.stdlib.BoundLogger):
    plain.info("plain %s", order)
    plain.log(logging.WARNING, "plain at a level")
    bound.info("bound", order=order)
    typed.warning("typed")
    logger.info("loguru {}", order)
    logger.bind(order=order).error("loguru bound")
    Logger().info("no library's")
