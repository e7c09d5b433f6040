class Base:
    @classmethod
    def each(cls, names):
        yield from (cls() for _ in names)


class Leaf(Base):
    def fall(self):
        pass


def leaf(name):
    return Leaf()


one, two = map(Leaf, "ab")
one.fall()
for each in map(leaf, "ab"):
    each.fall()
list(map(lambda name: Leaf(), "ab"))[0].fall()
next(filter(None, [Leaf()])).fall()
three, four = [*Leaf.each("ab")]
three.fall()
five, six = Leaf.each("ab")
five.fall()
for each in [*one.each("ab")]:
    each.fall()

# not what a function of the same name gives
base, _ = Base.each("ab")
base.fall()


def own(map):
    map(Leaf, "ab")[0].fall()
