from own import config as other
from settings import config

TIER = config("TIER_NAME", default="free")
other("NOT_A_SETTING")


def run(task):
    try:
        task()
    except ValueError as e:
        raise e
    error = KeyError("no task")
    if task is None:
        raise error
    raise task.failure
