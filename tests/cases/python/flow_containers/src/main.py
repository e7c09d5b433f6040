def a(): pass
def b(): pass
def c(): pass


KEY = "b"
CHANGING = "a"
CHANGING = "b"
table = {"a": a, "b": b, "deep": {"c": c}}
table["a"]()
table[KEY]()
table[CHANGING]()
table["deep"]["c"]()
table["none"]()
table.get("a")()
table.get("none", c)()
{**table, "c": c}["c"]()
{**table}["b"]()
dict(one=a, two=b)["two"]()

functions = [a, b, c]
functions[-1]()
functions[1:][0]()
functions[0:2][-1]()
for each in functions[1:]:
    each()
head, *middle, tail = functions
head()
tail()
middle[0]()
[*functions][0]()


def grown():
    found = []
    found.append(a)
    found.insert(0, b)
    found[0]()
    nested = {}
    nested["x"] = {}
    nested.update(y=c)
    nested["y"]()


def foreign(found):
    found.append(a)  # whatever it is, no list was made here
    found.take()


class Own:
    def append(self, item): pass
    def run(self): pass


own = Own()
own.append(a)
own.run()
