def one(): ...


def two(): ...


class Options:
    def __or__(self, other):
        return Chosen()


class Chosen:
    def go(self): ...


base = {"a": one}
both = base | {"b": two}
both["a"]()
both["b"]()
both["c"]()
(Options() | {"a": one}).go()
