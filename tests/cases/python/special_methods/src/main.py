from vectors import Bag, Plain, Text, Vector

a, bag, text, plain = Vector(), Bag(), Text(), Plain()
(a + 1).norm()
("a" + a).norm()
(plain + a).norm()
a += 1
a == 1
a != 1
"a" == a
plain < a
-a
len(a)
str(a)
list(a)
bag["a"].norm()
bag["a"] = a
del bag["a"]
1 in bag
1 not in bag
1 in a

# nothing of one's own runs
text + "a"
text == "a"
"%s" % a
a is None
a - 1
text[0]
str(plain)
plain == 1


def of_anything(x):
    return x == 1 or x[0] or len(x) or x + 1


def own_len(len):
    len(a)
