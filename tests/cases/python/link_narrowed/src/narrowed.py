class Disk:
    def spin(self): ...

    def __eq__(self, other):
        return isinstance(other, self.__class__) and other.spin()

    def same(self, other):
        if other.__class__ is self.__class__:
            return other.spin()
        if type(other) is Tape:
            return other.wind()
        return other.spin()

    def alike(self, other):
        return self.__class__ is other.__class__ and self.spin() == other.spin()


class Tape:
    def spin(self): ...

    def wind(self): ...


def told(a, b, c, d, e, f: Disk | list[Tape]):
    isinstance(a, Disk) and a.spin()
    b.spin() if isinstance(b, Disk) else b.wind()
    [each.spin() for each in c if isinstance(each, Disk)]
    while isinstance(d, Disk):
        d.spin()
    if isinstance(e, int):
        e.spin()
    elif isinstance(e, Tape):
        e.wind()
    else:
        e.wind()
    if isinstance(f, list):
        f[0].wind()


def left(a, b):
    if not isinstance(a, Disk) or not isinstance(b, Tape):
        return
    a.spin()
    b.wind()


def no_longer(x, y):
    if isinstance(x, Disk):
        x = Tape()
        x.spin()
    if isinstance(y, Disk) or y:
        y.spin()
