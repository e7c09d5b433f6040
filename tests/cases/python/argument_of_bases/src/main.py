class Base:
    def run(self):
        pass

    def stop(self):
        pass


class First(Base):
    def run(self):
        pass


class Second(First):
    def run(self):
        pass


class Other:
    def run(self):
        pass


def with_base(thing):
    thing.run()
    thing.stop()


def with_others(thing):
    thing.run()


def without_base(thing):
    thing.run()


with_base(Base())
with_base(Second())
with_others(Other())
with_others(First())
without_base(First())
without_base(Second())
