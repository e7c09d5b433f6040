class Vector:
    def __add__(self, other):
        return Vector()

    def __radd__(self, other):
        return Vector()

    def __iadd__(self, other):
        return self

    def __eq__(self, other):
        return True

    def __gt__(self, other):
        return True

    def __neg__(self):
        return self

    def __len__(self):
        return 1

    def __repr__(self):
        return ""

    def __iter__(self):
        return iter(())

    def norm(self):
        return 1


class Bag:
    def __getitem__(self, key):
        return Vector()

    def __setitem__(self, key, value):
        pass

    def __delitem__(self, key):
        pass

    def __contains__(self, key):
        return True


class Text(str):
    pass


class Plain:
    pass
