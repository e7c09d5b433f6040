from fastapi import HTTPException

GONE = HTTPException(410, "gone")
LAST = None


class Store:
    missing = LookupError("no such order")

    def find(self, key):
        raise self.missing


def check(token):
    denied = HTTPException(status_code=401, detail="denied")
    if token is None:
        raise denied
    try:
        token.read()
    except ValueError as error:
        raise denied from error


def either(order):
    if order:
        error = KeyError("order")
    else:
        error = TypeError("none")
    raise error


def gone():
    raise GONE


def not_made_here(error, make):
    made = make("x")
    if made:
        raise made
    last = None
    try:
        make()
    except OSError as caught:
        last = caught
    if last:
        raise last
    if LAST:
        raise LAST
    raise error
