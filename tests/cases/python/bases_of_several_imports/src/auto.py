try:
    import nothing
except ImportError:
    from std import Bar
else:
    from note import NoteBar as Bar


class Auto(Bar):
    def run(self):
        self.update()
        self.close()
        self.own()

    def own(self): ...


class Further(Auto):
    def update(self):
        super().update()


def make():
    from note import NoteBar as Bar

    class Inner(Bar):
        def run(self):
            self.update()

    return Inner


class Outside:
    def own(self): ...


Further().update()
Auto().own()
