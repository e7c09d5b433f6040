"""Ten questions on each of three repositories, asked of a server that indexed them itself; answers read off the source.

The repositories are small likenesses of Django, Json.NET and Hugo: what was asked of those and checked by hand.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")
serve = importlib.import_module("serve_client")

PYTHON = {
    "app/__init__.py": "",
    "app/text.py": (
        "from app.lazy import keep_lazy\n\n\n@keep_lazy\ndef slugify(value, allow_unicode=False):\n"
        '    """Lower case, dashes for blanks."""\n    if not value:\n        raise ValueError(value)\n'
        "    return str(value).lower()\n"
    ),
    "app/lazy.py": "def keep_lazy(function):\n    return function\n",
    "app/filters.py": (
        "from app.text import slugify as _slugify\n\n\ndef slugify(value):\n    return _slugify(value)\n\n\n"
        "def title(value):\n    return value.slugify()\n"
    ),
    "app/signals.py": ("class Signal:\n    def send(self, sender):\n        pass\n\n\nuser_logged_in = Signal()\n"),
    "app/auth.py": (
        "from django.conf import settings\n\nfrom app.signals import user_logged_in\n\n\n"
        "def login(request, user):\n    request.session.flush()\n    rotate(request)\n"
        "    user_logged_in.send(sender=user)\n\n\n"
        "def rotate(request):\n    return settings.CSRF_COOKIE_AGE\n"
    ),
    "app/backends.py": (
        "class BaseBackend:\n    pass\n\n\nclass Console(BaseBackend):\n    pass\n\n\nclass Smtp(BaseBackend):\n"
        "    pass\n\n\n"
        "class Own(Smtp):\n    pass\n"
    ),
    "app/models.py": (
        "from django.db import models\n\n\nclass Session(models.Model):\n    class Meta:\n"
        '        db_table = "app_session"\n'
    ),
    "app/views.py": "from app.auth import login\n\n\ndef enter(request):\n    login(request, request.user)\n",
    "app/urls.py": (
        "from django.urls import path\n\nfrom app import views\n\n\n"
        'urlpatterns = [path("enter/", views.enter, name="enter")]\n'
    ),
}

CSHARP = {
    "Json/Token.cs": (
        "namespace Json\n{\n    public interface IResolver { object Resolve(string name); }\n\n"
        "    public abstract partial class Token : IResolver\n    {\n"
        "        public object Resolve(string name) { return name; }\n    }\n\n"
        "    public class Value : Token { }\n\n    public partial class Array : Token { }\n}\n"
    ),
    "Json/Token.Async.cs": (
        "namespace Json\n{\n    public abstract partial class Token\n    {\n"
        "        public void LoadAsync() { Resolve(null); }\n    }\n}\n"
    ),
    "Json/Writer.cs": (
        "using System;\n\nnamespace Json\n{\n    public abstract class Writer\n    {\n"
        "        public virtual void WriteComment(string text) { }\n    }\n\n"
        "    public class TextWriter : Writer\n    {\n"
        "        public override void WriteComment(string text) { base.WriteComment(text); }\n    }\n\n"
        "    public class TraceWriter : Writer\n    {\n        private readonly Writer _inner;\n\n"
        "        public TraceWriter(Writer inner) { _inner = inner; }\n\n"
        "        public override void WriteComment(string text) { _inner.WriteComment(text); }\n    }\n}\n"
    ),
    "Json/Convert.cs": (
        "using System;\n\nnamespace Json\n{\n    public struct Range\n    {\n"
        "        public Range(int start) { }\n    }\n\n"
        "    public static class Convert\n    {\n"
        "        public static void Populate(string value) { Populate(value, null); }\n\n"
        "        public static void Populate(string value, Writer writer)\n        {\n"
        "            if (value == null) { throw new ArgumentNullException(nameof(value)); }\n"
        "            var range = new Range(1);\n            writer.WriteComment(value.ToCamel());\n        }\n\n"
        "        public static string ToCamel(this string text) { return text; }\n    }\n}\n"
    ),
}

WEB = {
    "Shop.csproj": '<Project Sdk="Microsoft.NET.Sdk.Web"></Project>\n',
    "Data.cs": (
        "using System.ComponentModel.DataAnnotations.Schema;\nusing Microsoft.EntityFrameworkCore;\n\n"
        "namespace Shop;\n\n"
        '[Table("orders", Schema = "dbo")]\npublic class Order { public int Id { get; set; } }\n\n'
        "public class ShopContext : DbContext\n{\n    public DbSet<Order> Orders { get; set; }\n\n"
        '    public void Purge() { Database.ExecuteSqlRaw("DELETE FROM audit.log WHERE id = 1"); }\n}\n'
    ),
    "Web.cs": (
        "using Microsoft.AspNetCore.Builder;\nusing Microsoft.AspNetCore.Mvc;\n"
        'using Microsoft.Extensions.Configuration;\n\nnamespace Shop;\n\n[Route("api/[controller]")]\n'
        "public class OrdersController : ControllerBase\n{\n    private readonly IConfiguration _configuration;\n\n"
        '    [HttpGet("{id}")]\n    [Authorize]\n    public IActionResult Get(int id)\n    {\n'
        '        var key = _configuration["Shop:Key"];\n'
        '        return Ok(_configuration.GetValue<int>("Shop:Count"));\n'
        "    }\n}\n\npublic static class Program\n{\n    public static void Main(string[] args)\n    {\n"
        '        var app = WebApplication.CreateBuilder(args).Build();\n        app.MapPost("/pay", Pay);\n    }\n\n'
        '    public static string Pay() { return "ok"; }\n}\n'
    ),
}

GO = {
    "go.mod": "module example.org/site\n",
    "paths/paths.go": (
        'package paths\n\nimport "strings"\n\n// Trim takes slashes away.\nfunc Trim(s string) string {\n'
        '\treturn strings.Trim(s, "/")\n}\n\n// TrimEnd takes those at the end away.\nfunc TrimEnd(s string) string {\n'
        "\treturn Trim(s)\n}\n"
    ),
    "res/res.go": (
        'package res\n\nimport "example.org/site/paths"\n\ntype Named interface {\n\tName() string\n}\n\n'
        "type Resource interface {\n\tNamed\n\tPath() string\n}\n\ntype page struct {\n\tResource\n\tquiet bool\n}\n\n"
        "type File struct{}\n\nfunc (f File) Name() string { return paths.TrimEnd(\"x/\") }\n\n"
        "type half struct{}\n\nfunc (h half) Path() string { return \"\" }\n\n"
        "func (f File) Path() string { return f.Name() }\n\n"
        "func Show(r Resource) string { return r.Name() }\n\n"
        "func (p *page) loud() bool { return !p.quiet }\n\nfunc fresh() *page { return &page{quiet: true} }\n"
    ),
    "main.go": (
        'package main\n\nimport (\n\t"net/http"\n\t"os"\n\n\t"example.org/site/paths"\n)\n\n'
        "func limit() string {\n\treturn parse(os.Getenv(\"SITE_LIMIT\"))\n}\n\n"
        "func parse(s string) string { return paths.Trim(s) }\n\n"
        "func stop(w http.ResponseWriter, r *http.Request) { limit() }\n\n"
        'func main() {\n\tmux := http.NewServeMux()\n\tmux.HandleFunc("/stop", stop)\n}\n'
    ),
}  # fmt: skip
REPOSITORIES = {"python": PYTHON, "csharp": CSHARP, "web": WEB, "go": GO}


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    from contextlib import ExitStack

    with ExitStack() as leases:
        found = {}
        for name, sources in REPOSITORIES.items():
            root = shop.make(tmp_path_factory.mktemp(name), sources)
            found[name] = leases.enter_context(serve.connected(root))
            assert not found[name].data("index_ensure_baseline")["already_existed"]
        yield found


def hits(server: Any, query: str) -> list[str]:
    return [hit["symbol_id"] for hit in server.data("symbols_search", query=query)["hits"]]


def refs(server: Any, symbol: str, **options: Any) -> set[tuple[str, int, str]]:
    found = server.data("refs_find", symbol_id=symbol, resolution_state="resolved", **options)["references"]
    return {(row["file_path"], row["line_start"], row["kind"]) for row in found}


def nodes(server: Any, tool: str, symbol: str, **options: Any) -> set[str]:
    return {node["symbol_id"] for node in server.data(tool, symbol_id=symbol, **options)["nodes"]}


def callers(server: Any, symbol: str, **options: Any) -> set[str]:
    return nodes(server, "graph_callers", symbol, **options)


def callees(server: Any, symbol: str, **options: Any) -> set[str]:
    return nodes(server, "graph_callees", symbol, **options)


def derived(server: Any, symbol: str) -> set[str]:
    return {one["symbol_id"] for one in server.data("types_hierarchy", symbol_id=symbol)["derived_types"]}


def traced(server: Any, entry: str) -> dict[str, list[str]]:
    """Each step with what is known of it."""
    found: dict[str, list[str]] = {}

    def walk(node: dict[str, Any]) -> None:
        found[node["symbol_id"]] = [f"{told['kind']} {told['value']}" for told in node["annotations"]]
        for child in node["children"]:
            walk(child)

    walk(server.data("graph_trace_feature", entry_point=entry)["nodes"][0])
    return found


def edited(server: Any, path: str, addition: str) -> None:
    """A workspace `w` in which a file has some lines more."""
    file = server.root / path
    before = file.read_text()
    file.write_text(before + addition)
    server.data("workspace_create", workspace_id="w", solution_path=".")
    server.data("index_refresh_overlay", workspace_id="w")
    file.write_text(before)


def test_ten_questions_in_python(servers: dict[str, Any]) -> None:
    ask = servers["python"]
    slugify, login = "M:app.text.slugify", "M:app.auth.login"
    assert set(hits(ask, "slugify")[:2]) == {slugify, "M:app.filters.slugify"}
    card = ask.data("symbols_get_card", symbol_id=slugify)
    assert (card["attributes"], card["thrown_exceptions"]) == (["@keep_lazy"], ["ValueError"])
    # An alias is followed, a namesake in the same file is another function, a method of an unknown value may be any.
    assert refs(ask, slugify) == {("app/filters.py", 1, "Read"), ("app/filters.py", 5, "Call")}
    assert callers(ask, slugify) == {"M:app.filters.slugify"} and callers(ask, "M:app.filters.slugify") == set()
    assert callees(ask, login) == {
        "M:app.auth.rotate", "M:app.signals.Signal.send", "unresolved:request.session.flush"
    }  # fmt: skip
    assert derived(ask, "T:app.backends.BaseBackend") == {"T:app.backends.Console", "T:app.backends.Smtp"}
    (route,) = ask.data("surfaces_list_endpoints", path_filter="enter")["endpoints"]
    assert (route["route_path"], route["handler_symbol"]) == ("/enter/", "M:app.views.enter")
    (key,) = ask.data("surfaces_list_config_keys", key_filter="CSRF")["keys"]
    assert (key["key"], key["used_by_symbol"], key["line"]) == ("CSRF_COOKIE_AGE", "M:app.auth.rotate", 13)
    (table,) = ask.data("surfaces_list_db_tables", table_filter="session")["tables"]
    assert (table["table_name"], table["entity_symbol"]) == ("app_session", "T:app.models.Session")
    steps = traced(ask, "M:app.views.enter")
    assert steps["M:app.views.enter"] == ["Route ANY /enter/"] and "M:app.signals.Signal.send" in steps
    assert steps["M:app.auth.rotate"] == ["Config CSRF_COOKIE_AGE"]
    edited(ask, "app/views.py", "\n\ndef again(request):\n    login(request, None)\n")
    assert callers(ask, login) == {"M:app.views.enter"}
    assert callers(ask, login, workspace_id="w") == {"M:app.views.enter", "M:app.views.again"}


def test_ten_questions_in_csharp(servers: dict[str, Any]) -> None:
    ask = servers["csharp"]
    comment, camel = "M:Json.Writer.WriteComment(string)", "M:Json.Convert.ToCamel(string)"
    populate = "M:Json.Convert.Populate(string,Writer)"
    assert set(hits(ask, "Populate")) == {"M:Json.Convert.Populate(string)", populate}
    assert refs(ask, camel) == {("Json/Convert.cs", 18, "Call")}  # an extension method
    (part,) = [one for one in hits(ask, "Token") if one == "T:Json.Token"]
    token = ask.data("types_hierarchy", symbol_id=part)  # in two files: both are the type
    assert [one["display_name"] for one in token["interfaces"]] == ["IResolver"]
    assert derived(ask, part) == {"T:Json.Value", "T:Json.Array"}
    assert {one.partition("~")[0] for one in derived(ask, "T:Json.IResolver")} == {"T:Json.Token"}
    assert callees(ask, "M:Json.Convert.Populate(string)") == {populate}  # the other overload
    assert callees(ask, populate) >= {"T:Json.Range", comment, camel}
    card = ask.data("symbols_get_card", symbol_id=populate)
    assert card["thrown_exceptions"] == ["ArgumentNullException"] and card["visibility"] == "public"
    assert {row[1] for row in refs(ask, comment, kind="Override")} == {12, 21}
    assert callers(ask, comment) == {
        populate, "M:Json.TextWriter.WriteComment(string)", "M:Json.TraceWriter.WriteComment(string)"
    }  # fmt: skip
    followed = callers(ask, "M:Json.TraceWriter.WriteComment(string)", follow_interface=True)
    assert populate in followed and callers(ask, "M:Json.TraceWriter.WriteComment(string)") == set()
    assert refs(ask, "T:Json.Range", kind="Instantiate") == {("Json/Convert.cs", 17, "Instantiate")}
    assert traced(ask, "M:Json.Convert.Populate(string)")[populate] == ["Exception ArgumentNullException"]
    edited(ask, "Json/Writer.cs", '\nclass Fresh { void Go(Json.Writer w) { w.WriteComment("x"); } }\n')
    assert callers(ask, comment, workspace_id="w") - callers(ask, comment) == {"M:Fresh.Go(Json.Writer)"}


def test_surfaces_of_a_web_application_in_csharp(servers: dict[str, Any]) -> None:
    ask = servers["web"]
    get, post = ask.data("surfaces_list_endpoints")["endpoints"]
    assert (get["http_method"], get["route_path"]) == ("GET", "/api/Orders/{id}")
    assert (get["handler_symbol"], get["attributes"]) == (
        "M:Shop.OrdersController.Get(int)",
        ['[HttpGet("{id}")]', "[Authorize]"],
    )
    assert (post["http_method"], post["route_path"], post["handler_symbol"]) == ("POST", "/pay", "M:Shop.Program.Pay()")
    keys = {key["key"]: key["usage_pattern"] for key in ask.data("surfaces_list_config_keys")["keys"]}
    assert keys == {"Shop:Key": "IConfiguration indexer", "Shop:Count": "GetValue"}
    log, orders = ask.data("surfaces_list_db_tables")["tables"]
    assert (log["table_name"], log["schema"], log["entity_symbol"]) == ("log", "audit", None)
    assert log["referenced_by"] == ["M:Shop.ShopContext.Purge()"]
    # The context's set, not the entity's class.
    assert (orders["table_name"], orders["schema"]) == ("orders", "dbo")
    assert (orders["entity_symbol"], orders["referenced_by"]) == ("P:Shop.ShopContext.Orders", ["T:Shop.Order"])
    card = ask.data("symbols_get_card", symbol_id="M:Shop.OrdersController.Get(int)")
    assert {fact["kind"] for fact in card["facts"]} == {"Route", "Config"}


def test_ten_questions_in_go(servers: dict[str, Any]) -> None:
    ask = servers["go"]
    site = "example.org/site"
    trim, end, name = f"M:{site}/paths.Trim", f"M:{site}/paths.TrimEnd", f"M:{site}/res.File.Name"
    assert hits(ask, "Trim*")[:2] == [trim, end]
    assert ask.data("symbols_get_card", symbol_id=trim)["documentation"] == "Trim takes slashes away."
    assert refs(ask, trim) == {("paths/paths.go", 12, "Call"), ("main.go", 14, "Call")}
    assert callers(ask, end) == {name} and callers(ask, trim, depth=2) >= {end, name}
    assert derived(ask, f"T:{site}/res.Resource") == {f"T:{site}/res.page", f"T:{site}/res.File"}
    interfaces = ask.data("types_hierarchy", symbol_id=f"T:{site}/res.File")["interfaces"]
    assert {one["symbol_id"] for one in interfaces} == {f"T:{site}/res.Named", f"T:{site}/res.Resource"}
    assert callers(ask, name) == {f"M:{site}/res.File.Path"}
    assert f"M:{site}/res.Show" in callers(ask, name, follow_interface=True)
    assert {row[2] for row in refs(ask, f"F:{site}/res.page.quiet")} >= {"Read"}
    (route,) = ask.data("surfaces_list_endpoints")["endpoints"]
    assert (route["route_path"], route["handler_symbol"]) == ("/stop", f"M:{site}.stop")
    (key,) = ask.data("surfaces_list_config_keys")["keys"]
    assert (key["key"], key["used_by_symbol"], key["usage_pattern"]) == ("SITE_LIMIT", f"M:{site}.limit", "os.Getenv")
    steps = traced(ask, f"M:{site}.stop")
    assert steps[f"M:{site}.limit"] == ["Config SITE_LIMIT"] and trim in steps
    edited(ask, "paths/paths.go", '\nfunc Both() string { return TrimEnd("x") }\n')
    assert callers(ask, end, workspace_id="w") == {name, f"M:{site}/paths.Both"} and callers(ask, end) == {name}
