class App:
    def route(self): ...


class Stack(list):
    def push(self):
        return App()

    new = make = push


apps = app = default_app = Stack()
first, second = third = App(), App()


def retry(call, *rest, **options):
    return call(*rest)


def again(*args, **options):
    retry(lambda x: x, *args)
    retry(lambda x: x, **options)
