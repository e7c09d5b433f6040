from kinds import Kind, made


class Holder:
    kind = None  # type: Kind

    def __init__(self):
        self.other = None  # type: Kind | None  # set later

    def go(self):
        self.kind.use()
        self.other.use()


def local():
    kind = made()  # type: Kind
    kind.use()
    kinds = []  # type: list[Kind]
    kinds[0].use()


# no types
thing = None  # type: ignore
other = None  # type: ignore[name-defined]
loose = None  # the type: Kind
broken = None  # type: Kind of
thing.use()
loose.use()
broken.use()
