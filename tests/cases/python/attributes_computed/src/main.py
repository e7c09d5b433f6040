class Opts:
    def names(self): pass


class Dyn:
    def __getattr__(self, name):
        return Opts()
    def real(self): pass
Dyn().anything.names()
Dyn().real()
class Desc:
    def __get__(self, instance, owner=None):
        if instance is not None:
            return Opts()
        return self
    def desc(self): pass
class Host:
    at = Desc()
    def __init__(self):
        self.plain = Desc()
Host().at.names()
Host().at.desc()
Host.at.desc()
Host().plain.desc()
class Only(Host): pass
Only().at.names()


class Guarded:
    def __getattr__(self, name):
        raise AttributeError(name)


Guarded().anything.names()
Guarded().__secret__.names()
Dyn.anything.names()
