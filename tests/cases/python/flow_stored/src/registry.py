TABLE = {}
HOOKS = []
callback = None


class Widget:
    title = ""

    def show(self):
        self.on_show()

    def close(self):
        pass


class Other:
    def show(self):
        self.on_show()


class Bus:
    def __init__(self):
        self.handlers = []
        self.by_name = {}

    def on(self, name, handler):
        self.handlers.append(handler)
        self.by_name[name] = handler

    def fire(self, name):
        for handler in self.handlers:
            handler()
        self.by_name[name]()


def fire():
    callback()
    for hook in HOOKS:
        hook()
    TABLE["save"]()
    TABLE["load"]()
