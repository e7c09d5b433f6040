import logging

logger = logging.getLogger(__name__)
LATE = "order {} late"


def run(order, left):
    logger.info("order %s made" % order)
    logger.info("order %s, %d left" % (order, left))
    logger.warning("order {id} late by {days}".format(id=order, days=left))
    logger.error(("first part, " "order {}").format(order))
    logger.error(LATE.format(order))

    # no text is filled in
    logger.info(left % 2)
    logger.info(order.format(left))
