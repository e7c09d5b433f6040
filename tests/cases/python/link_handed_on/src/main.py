STEPS = {}


def register(step):
    return step


def named(name):
    def add(step):
        STEPS[name] = step
        return step

    return add


def plain(name):
    return lambda step: step


@register
def build(): ...


@register
def clean(): ...


@named("test")
def test(): ...


@named("lint")
def lint(): ...


@plain("pack")
def pack(): ...


@plain("ship")
def ship(): ...


def chosen(step=clean):
    return step


class Order:
    def send(self): ...


class Invoice:
    def send(self): ...


def run(items: list, others):
    # each is what it was, none of those that were handed in elsewhere
    build()
    test()
    pack()
    register(Order()).send()
    register(Invoice()).send()
    chosen()()
    chosen(build)()
    items.sort(key=chosen)
    others.sort(key=register)
    iter(clean, None)
