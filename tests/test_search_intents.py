"""What kind of question a text is, and where a stack trace leads."""

from __future__ import annotations

import pytest

from query.search.frames import Frame, frames, locate
from query.search.intents import classify

EXTENSIONS = {"py", "ts", "rs", "md"}

PYTHON = """Traceback (most recent call last):
  File "/srv/app/main.py", line 10, in run
    serve()
  File "/srv/app/web/views.py", line 42, in serve
    raise KeyError("user")
KeyError: 'user'
"""
JAVASCRIPT = """TypeError: Cannot read properties of undefined (reading 'id')
    at UserService.find (/srv/app/src/user.service.ts:31:18)
    at async /srv/app/src/main.ts:8:3
"""
JAVA = """Exception in thread "main" java.lang.IllegalStateException: closed
\tat com.shop.cart.Cart.add(Cart.java:17)
\tat com.shop.Main.main(Main.java:5)
"""
CSHARP = """System.InvalidOperationException: no order
   at Shop.Orders.OrderService.Place(Order order) in C:\\src\\Shop\\Orders\\OrderService.cs:line 88
   at Shop.Program.Main() in C:\\src\\Shop\\Program.cs:line 12
"""
GO = """panic: runtime error: index out of range [3] with length 3

goroutine 1 [running]:
main.pick(...)
\t/home/dev/shop/pick.go:21
main.main()
\t/home/dev/shop/main.go:9 +0x1d
"""
RUST = """thread 'main' panicked at src/cart.rs:14:9:
no such item
stack backtrace:
   0: shop::cart::remove
             at ./src/cart.rs:14:9
   1: shop::main
             at ./src/main.rs:5:5
"""


@pytest.mark.parametrize(
    ("query", "intent"),
    [
        ("QuerySet", "symbol"),
        ("get_object_or_404", "symbol"),
        ("Cart.add", "symbol"),
        ("shop::cart::remove()", "symbol"),
        ("login", "symbol"),
        ("src/auth/token", "path"),
        ("views.py", "path"),
        ("web/views.py:42", "path"),
        ("os.path", "symbol"),
        ('raises "no such table"', "error"),
        ("ValueError: bad input", "error"),
        ("ImproperlyConfigured: The SECRET_KEY setting must not be empty", "error"),
        ("shop.errors.OutOfStock: no more", "error"),
        ("Note: this is not a name", "natural_language"),
        ("why do we see E1101 here", "error"),
        ("panic: invalid node type", "error"),
        ("fatal error: all goroutines are asleep", "error"),
        ("how does a panic: in a handler end", "natural_language"),
        ("where is rate limiting implemented", "natural_language"),
        ("don't retry twice", "natural_language"),
        (PYTHON, "error"),
    ],
)
def test_intents(query: str, intent: str) -> None:
    assert classify(query, EXTENSIONS) == intent


@pytest.mark.parametrize(
    ("trace", "first", "count"),
    [
        (PYTHON, Frame("/srv/app/web/views.py", 42, "serve"), 2),
        (JAVASCRIPT, Frame("/srv/app/src/user.service.ts", 31, "UserService.find"), 2),
        (JAVA, Frame("com/shop/cart/Cart.java", 17, "add"), 2),
        (CSHARP, Frame("C:/src/Shop/Orders/OrderService.cs", 88, "Shop.Orders.OrderService.Place"), 2),
        (GO, Frame("/home/dev/shop/pick.go", 21), 2),
        (RUST, Frame("src/cart.rs", 14), 3),
    ],
    ids=["python", "javascript", "java", "csharp", "go", "rust"],
)
def test_the_frame_where_it_happened_comes_first(trace: str, first: Frame, count: int) -> None:
    found = frames(trace)
    assert (found[0], len(found)) == (first, count)


@pytest.mark.parametrize("text", ["", "at the end of line 3", "look at http://host:80/", "a File, line 3"])
def test_plain_sentences_have_no_frames(text: str) -> None:
    assert frames(text) == []


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("/srv/app/web/views.py", "web/views.py"),
        ("C:/work/api/views.py", "api/views.py"),
        ("/usr/lib/python3/json/decoder.py", None),
        ("views.py", "api/views.py"),
    ],
)
def test_a_path_from_elsewhere_means_the_file_that_shares_its_end(path: str, found: str | None) -> None:
    assert locate(path, ["api/views.py", "web/views.py", "main.py"]) == found
