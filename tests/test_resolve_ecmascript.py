"""Imports of TypeScript and JavaScript lead where TypeScript, Node and the package managers say."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from indexer.link.modules.ecmascript import Resolver
from indexer.link.modules.npm.text import fits, read_object, read_yaml_list
from indexer.modules import Tree, is_manifest

Files = Mapping[str, Any]  # by path: text, or an object to write as JSON


def resolver(files: Files) -> Resolver:
    texts = {path: text if isinstance(text, str) else json.dumps(text) for path, text in files.items()}
    manifests = {path: text.encode() for path, text in texts.items() if is_manifest(path)}
    return Resolver(Tree(frozenset(files), manifests))


def empty(*paths: str) -> dict[str, Any]:
    return dict.fromkeys(paths, "")


def options(**compiler_options: Any) -> dict[str, Any]:
    return {"compilerOptions": compiler_options}


RELATIVE = [
    ("./a", ["src/a.ts"], "src/a.ts"),
    ("./a", ["src/a.js", "src/a.d.ts"], "src/a.d.ts"),
    ("./a", ["src/a.d.ts", "src/a.tsx"], "src/a.tsx"),
    ("./a", ["src/a.tsx", "src/a.ts"], "src/a.ts"),
    ("./a", ["src/a.jsx"], "src/a.jsx"),
    ("./a", ["src/a.mjs"], "src/a.mjs"),
    ("./a", ["src/a.cjs"], "src/a.cjs"),
    ("./a", ["src/a.mts"], "src/a.mts"),
    ("./a", ["src/a.cts"], "src/a.cts"),
    ("./a", ["src/a.json"], "src/a.json"),
    ("./a", ["src/a"], "src/a"),
    ("./a.js", ["src/a.js", "src/a.ts"], "src/a.ts"),
    ("./a.js", ["src/a.js"], "src/a.js"),
    ("./a.js", ["src/a.js.ts"], "src/a.js.ts"),
    ("./a.jsx", ["src/a.tsx", "src/a.ts"], "src/a.tsx"),
    ("./a.mjs", ["src/a.ts", "src/a.mts"], "src/a.mts"),
    ("./a.cjs", ["src/a.cts"], "src/a.cts"),
    ("./a.ts", ["src/a.js"], "src/a.js"),
    ("./a.d.ts", ["src/a.d.ts", "src/a.ts"], "src/a.d.ts"),
    ("./a.mjs", ["src/a.js"], None),
    ("./a.service", ["src/a.service.ts"], "src/a.service.ts"),
    ("./a.vue", ["src/a.vue"], "src/a.vue"),
    ("./a", ["src/a/index.ts", "src/a.js"], "src/a.js"),
    ("./a", ["src/a/index.tsx"], "src/a/index.tsx"),
    ("./a/", ["src/a/index.ts", "src/a.ts"], "src/a/index.ts"),
    (".", ["src/index.ts", "src.ts"], "src/index.ts"),
    ("./", ["src/index.js"], "src/index.js"),
    ("..", ["index.js"], "index.js"),
    ("../lib/a", ["lib/a.ts"], "lib/a.ts"),
    ("./x/../a", ["src/a.ts"], "src/a.ts"),
    ("./A", ["src/a.ts"], None),
    ("../../a", ["a.ts"], None),
    ("./a", [], None),
    ("/src/a", ["src/a.ts"], None),
    ("", ["src/index.ts"], None),
]


@pytest.mark.parametrize(("module", "paths", "expected"), RELATIVE)
def test_relative(module: str, paths: list[str], expected: str | None) -> None:
    resolve = resolver(empty("src/main.ts", *paths))
    assert resolve.resolve("src/main.ts", module) == expected
    assert not resolve.is_external("src/main.ts", module)


@pytest.mark.parametrize(
    "module", ["react", "@scope/name/sub", "node:fs", "fs/promises", "npm:chalk", "https://x.y/z.js"]
)
def test_packages_and_builtins_are_external(module: str) -> None:
    resolve = resolver(empty("src/main.ts", "react.ts", "src/react.ts", "fs/promises.ts"))
    assert resolve.resolve("src/main.ts", module) is None
    assert resolve.is_external("src/main.ts", module)


def test_folder_with_its_own_manifest() -> None:
    files = {
        "a/package.json": {"main": "lib/start"},
        "b/package.json": {"main": "start.js", "types": "start.d.ts"},
        "c/package.json": {"main": "gone.js"},
        **empty("a/lib/start.js", "a/index.js", "b/start.js", "b/start.d.ts", "c/index.js"),
    }
    resolve = resolver(files)
    assert resolve.resolve("main.js", "./a") == "a/lib/start.js"
    assert resolve.resolve("a/lib/x.js", "..") == "a/lib/start.js"
    assert resolve.resolve("main.js", "./b") == "b/start.d.ts"
    assert resolve.resolve("main.js", "./c") == "c/index.js"


def test_paths_and_base_url() -> None:
    paths = {
        "@/*": ["gone/*", "app/*"],
        "@/exact": ["other/exact"],
        "@/deep/*": ["deep/*"],
        "*-style": ["styles/*.css"],
    }
    config = options(baseUrl="./src", paths=paths)
    files = {
        "tsconfig.json": config,
        **empty("src/app/a.ts", "src/other/exact.ts", "src/app/exact.ts", "src/deep/b/index.ts", "src/plain/c.ts"),
        **empty("src/styles/red.css", "src/util.ts", "src/app/deep/b.ts"),
    }
    resolve = resolver(files)
    expected = {
        "@/a": "src/app/a.ts",
        "@/exact": "src/other/exact.ts",
        "@/deep/b": "src/deep/b/index.ts",
        "red-style": "src/styles/red.css",
        "plain/c": "src/plain/c.ts",
        "util": None,
        "react": None,
    }
    assert {module: resolve.resolve("src/app/x.ts", module) for module in expected} == expected
    assert resolve.is_external("src/app/x.ts", "util")  # the builtin, as at run time
    assert resolve.is_external("src/app/x.ts", "react")
    assert not resolve.is_external("src/app/x.ts", "@/gone")


def test_paths_without_base_url_start_at_their_own_file() -> None:
    files = {
        "config/tsconfig.base.json": options(paths={"lib": ["../lib/main.ts"], "here": ["${configDir}/here"]}),
        "app/tsconfig.json": {"extends": "../config/tsconfig.base"},
        **empty("lib/main.ts", "app/here.ts", "config/here.ts"),
    }
    assert resolver(files).resolve("app/x.ts", "lib") == "lib/main.ts"
    assert resolver(files).resolve("app/x.ts", "here") == "app/here.ts"


def test_a_catch_all_alias_leaves_packages_external() -> None:
    files = {"tsconfig.json": options(paths={"*": ["./types/*"]}), **empty("types/old.d.ts", "types/fs.d.ts")}
    resolve = resolver(files)
    assert resolve.resolve("x.ts", "old") == "types/old.d.ts"
    assert resolve.is_external("x.ts", "react")
    assert resolve.is_external("x.ts", "fs")


def test_a_dependency_is_external_though_an_alias_fits() -> None:
    files = {
        "package.json": {"dependencies": {"@vue/repl": "^4"}},
        "tsconfig.json": options(paths={"@vue/*": ["./packages/*/src"], "preact": ["./node_modules/preact/compat"]}),
        **empty("packages/core/src/index.ts"),
    }
    resolve = resolver(files)
    assert resolve.resolve("x.ts", "@vue/core") == "packages/core/src/index.ts"
    assert resolve.is_external("x.ts", "@vue/repl")
    assert not resolve.is_external("x.ts", "@vue/gone")
    assert resolve.is_external("x.ts", "preact")


def test_the_nearest_config_counts_and_only_what_it_extends() -> None:
    files = {
        "tsconfig.json": options(paths={"a": ["./root"]}),
        "tsconfig.other.json": options(paths={"b": ["./root"]}),
        "sub/jsconfig.json": options(baseUrl="."),
        **empty("root.ts", "sub/inner/c.js"),
    }
    resolve = resolver(files)
    assert resolve.resolve("x.ts", "a") == "root.ts"
    assert resolve.resolve("x.ts", "b") is None
    assert resolve.resolve("sub/x.js", "a") is None
    assert resolve.resolve("sub/x.js", "inner/c") == "sub/inner/c.js"


def test_extends_chain_array_package_and_cycle() -> None:
    files = {
        "package.json": {"workspaces": ["packages/*"]},
        "packages/typescript-config/package.json": {"name": "@repo/typescript-config"},
        "packages/typescript-config/base.json": options(paths={"deep": ["../deep"]}),
        "packages/presets/package.json": {"name": "presets", "tsconfig": "./strict.tsconfig.json"},
        "packages/presets/strict.tsconfig.json": options(baseUrl="./types"),
        "one.tsconfig.json": options(paths={"one": ["./one"]}, rootDirs=["first"]),
        "tsconfig.two.json": {"extends": ["./one.tsconfig.json", "@repo/typescript-config/base.json"]},
        "packages/app/tsconfig.json": {"extends": ["../../tsconfig.two.json", "presets", "@tsconfig/node20"]},
        "packages/loop/tsconfig.json": {"extends": "./tsconfig.json", **options(paths={"me": ["./me"]})},
        **empty("one.ts", "packages/deep.ts", "packages/presets/types/t.d.ts", "packages/presets/deep.ts"),
        **empty("packages/loop/me.ts"),
    }
    resolve = resolver(files)
    assert resolve.resolve("packages/app/x.ts", "deep") == "packages/presets/deep.ts"  # from the base that it inherits
    assert resolve.resolve("packages/app/x.ts", "t") == "packages/presets/types/t.d.ts"
    assert resolve.resolve("packages/app/x.ts", "one") is None
    assert resolve.resolve("packages/loop/x.ts", "me") == "packages/loop/me.ts"


def test_a_solution_hands_files_to_the_projects_it_refers_to() -> None:
    files = {
        "tsconfig.json": {
            "files": [],
            "references": [{"path": "./tsconfig.app.json"}, {"path": "e2e/tsconfig.e2e.json"}],
        },
        "tsconfig.app.json": {
            "include": ["src"],
            "exclude": ["src/**/*.spec.ts"],
            **options(paths={"~/*": ["./src/*"]}),
        },
        "e2e/tsconfig.e2e.json": {"include": ["**/*.ts"], **options(paths={"~/*": ["./*"]})},
        **empty("src/a.ts", "e2e/a.ts"),
    }
    resolve = resolver(files)
    assert resolve.resolve("src/x.ts", "~/a") == "src/a.ts"
    assert resolve.resolve("e2e/x.ts", "~/a") == "e2e/a.ts"
    assert resolve.resolve("src/x.spec.ts", "~/a") is None
    assert resolve.resolve("main.ts", "~/a") is None


def test_root_dirs() -> None:
    files = {"tsconfig.json": options(rootDirs=["src", "generated"]), **empty("generated/views/a.ts", "src/views/b.ts")}
    resolve = resolver(files)
    assert resolve.resolve("src/views/main.ts", "./a") == "generated/views/a.ts"
    assert resolve.resolve("generated/views/a.ts", "./b") == "src/views/b.ts"
    assert resolve.resolve("other/views/main.ts", "./a") is None


WORKSPACES: dict[str, dict[str, Any]] = {
    "npm": {"package.json": {"name": "root", "workspaces": ["packages/*", "!packages/hidden"]}},
    "yarn": {"package.json": {"name": "root", "workspaces": {"packages": ["./packages/{a,b}"]}}},
    "pnpm": {
        "package.json": {"name": "root"},
        "pnpm-workspace.yaml": "packages:\n  - 'packages/*'\n  - '!**/hidden'\n",
    },
    "lerna": {"package.json": {"name": "root"}, "lerna.json": {"packages": ["packages/a", "packages/b"]}},
}


@pytest.mark.parametrize("kind", WORKSPACES)
def test_workspaces(kind: str) -> None:
    files = WORKSPACES[kind] | {
        "packages/a/package.json": {"name": "@x/a"},
        "packages/b/package.json": {"name": "b", "main": "main.js"},
        "packages/hidden/package.json": {"name": "hidden"},
        "examples/c/package.json": {"name": "c"},
        **empty("packages/a/index.ts", "packages/a/sub/deep.ts", "packages/b/main.js", "packages/hidden/index.js"),
        **empty("examples/c/index.js", "index.js"),
    }
    resolve = resolver(files)
    assert resolve.resolve("packages/b/main.js", "@x/a") == "packages/a/index.ts"
    assert resolve.resolve("packages/b/main.js", "@x/a/sub/deep") == "packages/a/sub/deep.ts"
    assert resolve.resolve("packages/a/index.ts", "b") == "packages/b/main.js"
    assert resolve.resolve("packages/a/index.ts", "root") == "index.js"
    assert resolve.resolve("examples/c/x.js", "c") == "examples/c/index.js"  # itself
    assert resolve.is_external("examples/c/x.js", "root")  # no member: what the registry has
    assert resolve.is_external("packages/a/index.ts", "hidden")
    assert resolve.is_external("packages/a/index.ts", "c")
    assert not resolve.is_external("packages/a/index.ts", "b/gone")


def test_local_dependencies_are_links() -> None:
    files = {
        "package.json": {"name": "lib"},
        "demo/package.json": {"dependencies": {"lib": "file:..", "tool": "link:./tool", "far": "file:../../far"}},
        "demo/tool/package.json": {"name": "named-otherwise"},
        **empty("index.js", "demo/tool/index.js"),
    }
    resolve = resolver(files)
    assert resolve.resolve("demo/x.js", "lib") == "index.js"
    assert resolve.resolve("demo/x.js", "tool") == "demo/tool/index.js"
    assert resolve.is_external("demo/x.js", "far")
    assert resolve.is_external("x.js", "tool")


def test_types_of_a_package_in_the_workspace() -> None:
    files = {
        "package.json": {"workspaces": ["types/*"]},
        "types/s__n/package.json": {"name": "@types/s__n", "types": "index.d.ts"},
        **empty("types/s__n/index.d.ts"),
    }
    assert resolver(files).resolve("x.ts", "@s/n") == "types/s__n/index.d.ts"


EXPORTS = {
    ".": {"browser": "./src/browser.ts", "import": {"types": "./src/main.d.ts"}, "require": "./src/main.cjs"},
    "./only": ["./gone.ts", "./src/only.ts"],
    "./features/*": "./src/features/*.js",
    "./features/private/*": None,
    "./features/*.css": {"default": "./styles/*.css"},
    "./old/": "./src/old/",
    "./custom": {"source": "./src/custom.ts", "default": "./src/plain.ts"},
}
EXPORTED = {
    "p": "p/src/main.d.ts",
    "p/only": "p/src/only.ts",
    "p/features/a": "p/src/features/a.ts",
    "p/features/private/a": None,
    "p/features/b.css": "p/styles/b.css",
    "p/old/c.js": "p/src/old/c.js",
    "p/custom": "p/src/plain.ts",
    "p/src/only": "p/src/only.ts",
    "p/none": None,
}


def test_exports() -> None:
    files = {
        "package.json": {"workspaces": ["p", "user"]},
        "p/package.json": {"name": "p", "main": "gone.js", "exports": EXPORTS},
        "user/tsconfig.json": options(customConditions=["source"]),
        **empty("p/src/browser.ts", "p/src/main.d.ts", "p/src/main.cjs", "p/src/only.ts", "p/src/features/a.ts"),
        **empty("p/src/features/private/a.ts", "p/styles/b.css", "p/src/old/c.js", "p/src/custom.ts", "p/src/plain.ts"),
    }
    resolve = resolver(files)
    assert {module: resolve.resolve("p/src/x.ts", module) for module in EXPORTED} == EXPORTED
    assert resolve.resolve("user/x.ts", "p/custom") == "p/src/custom.ts"
    assert not any(resolve.is_external("p/src/x.ts", module) for module in EXPORTED)


@pytest.mark.parametrize(
    "exports", ["./a.ts", ["./a.ts"], {"import": "./a.ts"}, {".": "./a.ts"}, {"types": "./a.d.ts"}]
)
def test_exports_of_the_package_alone(exports: object) -> None:
    files = {"package.json": {"name": "p", "exports": exports}, **empty("a.ts")}
    assert resolver(files).resolve("test/x.ts", "p") == "a.ts"


def test_imports() -> None:
    imports = {
        "#internal/*": "./src/internal/*.js",
        "#built": "./dist/built.js",
        "#dep": {"node": "dep-native", "default": "./gone.js"},
        "#lib": "lib",
        "#loop": "#loop",
    }
    files = {
        "package.json": {"name": "p", "imports": imports, "workspaces": ["lib"]},
        "lib/package.json": {"name": "lib"},
        **empty("src/internal/a.ts", "src/built.ts", "lib/index.ts"),
    }
    resolve = resolver(files)
    expected = {"#internal/a": "src/internal/a.ts", "#built": "src/built.ts", "#lib": "lib/index.ts", "#dep": None}
    assert {module: resolve.resolve("test/x.ts", module) for module in expected} == expected
    assert [m for m in (*expected, "#loop", "#none", "#internal/b") if resolve.is_external("test/x.ts", m)] == ["#dep"]
    assert resolve.resolve("lib/index.ts", "#internal/a") is None  # another package's


BUILT: list[tuple[dict[str, Any], str, str, list[str], str | None]] = [
    ({"main": "dist/index.js"}, "p", "src/index.ts", ["src/other.ts"], "src/index.ts"),
    ({"main": "./lib"}, "p", "src/index.ts", [], "src/index.ts"),
    ({"main": "./index.js"}, "p", "src/index.ts", [], "src/index.ts"),
    ({"module": "dist/esm/index.mjs"}, "p", "src/index.ts", [], "src/index.ts"),
    ({"types": "dist/types/index.d.ts"}, "p", "src/index.ts", ["src/types/index.ts"], "src/index.ts"),
    ({"main": "dist/src/index.js"}, "p", "src/index.ts", [], "src/index.ts"),
    ({"main": "dist/bundle.umd.js"}, "p", "src/index.ts", [], "src/index.ts"),
    ({"main": "build/start.js"}, "p", "src/start.ts", ["src/index.ts"], "src/start.ts"),
    ({"exports": {"./types": "./dist/types/index.d.ts"}}, "p/types", "src/types/index.ts", ["src/index.ts"], None),
    ({"exports": {"./*": "./dist/*.js"}}, "p/a/b", "src/a/b.tsx", ["src/b.ts"], None),
    ({"exports": {"./a": "./dist/a.cjs"}}, "p/a", "src/a/index.ts", [], None),
    ({}, "p/lib/a", "src/a.ts", [], None),
    ({"exports": {"./a": "./generated/b.js"}}, "p/c", "", ["src/b.ts", "src/index.ts"], None),
]


@pytest.mark.parametrize(("manifest", "module", "expected", "others", "folder"), BUILT)
def test_what_is_built_leads_to_its_source(
    manifest: dict[str, Any], module: str, expected: str, others: list[str], folder: str | None
) -> None:
    files = {"p/package.json": {"name": "p", **manifest}, **empty(*(f"p/{path}" for path in (expected, *others)))}
    resolve = resolver(files)
    assert resolve.resolve("p/test/x.ts", module) == (f"p/{expected}" if expected else None)
    if folder is not None:
        assert resolve.resolve("p/test/x.ts", "..") == f"p/{folder}"


def test_the_compiler_s_own_output_folder() -> None:
    files = {
        "package.json": {"name": "p", "main": "./target/js/start.js"},
        "tsconfig.json": {"files": [], **options(outDir="elsewhere")},
        "tsconfig.build.json": {"include": ["code"], **options(outDir="target/js", rootDir="code")},
        "sub/tsconfig.json": options(outDir="out"),
        **empty("code/start.ts", "code/util/index.ts", "sub/src/a.ts", "sub/src/index.ts"),
    }
    resolve = resolver(files)
    assert resolve.resolve("x.ts", "p") == "code/start.ts"
    assert resolve.resolve("bin/run.js", "../target/js/util") == "code/util/index.ts"
    assert resolve.resolve("sub/test/x.js", "../out/a.js") == "sub/src/a.ts"
    assert resolve.resolve("sub/test/x.js", "../out/src/a.js") == "sub/src/a.ts"
    assert resolve.resolve("sub/test/x.js", "../gone/a.js") is None


def test_two_projects_with_one_output_decide_nothing() -> None:
    files = {
        "a/tsconfig.json": options(outDir="../out", rootDir="."),
        "b/tsconfig.json": options(outDir="../out", rootDir="."),
        **empty("a/same.ts", "b/same.ts", "b/own.ts"),
    }
    resolve = resolver(files)
    assert resolve.resolve("x.js", "./out/same") is None
    assert resolve.resolve("x.js", "./out/own") == "b/own.ts"


def test_relative_import_of_a_build_folder() -> None:
    files = {
        "package.json": {"name": "p", "main": "lib/index.js"},
        **empty("src/index.ts", "src/util/a.ts", "src/client.ts"),
    }
    resolve = resolver(files)
    assert resolve.resolve("test/x.js", "../lib/util/a.js") == "src/util/a.ts"
    assert resolve.resolve("test/x.js", "../lib") == resolve.resolve("test/x.js", "../lib/") == "src/index.ts"
    assert resolve.resolve("test/x.js", "../dist/client") is None  # the package builds no `dist`
    assert resolve.resolve("src/x.js", "./generated/client") is None


def test_comments_and_trailing_commas() -> None:
    text = """\ufeff// head
    { /* "a": 1, */ "b": ["http://x", "/* kept */",], // tail, }
      "c": {"d": "\\"// e", }, /* last */ }"""
    assert read_object(text.encode()) == {"b": ["http://x", "/* kept */"], "c": {"d": '"// e'}}


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{", b'{"a": "', b"/*" * 9999, b"[" * 99999, b'{"a":' * 99999, b"\xff\xfe{}"]
)
def test_what_is_no_object_is_empty(data: bytes) -> None:
    assert read_object(data) == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("packages:\n  - a/*  # one\n  # - b\n\n  - \"c # d\"\n  - '!e'\ncatalog:\n  - f\n", ["a/*", "c # d", "!e"]),
        ("other: 1\npackages:\n- a\n-   b\n", ["a", "b"]),
        ("packages: ['a', b,\n  \"c\"]\nother: [d]\n", ["a", "b", "c"]),
        ("catalog:\n  packages:\n    - a\n", []),
    ],
)
def test_pnpm_list(text: str, expected: list[str]) -> None:
    assert read_yaml_list(text.encode(), "packages") == expected


@pytest.mark.parametrize(
    ("glob", "path", "expected"),
    [
        ("a/*", "a/b", True),
        ("a/*", "a/b/c", False),
        ("a/**", "a/b/c", True),
        ("**/x/**/y", "a/x/b/x/c/y", True),
        ("**/x/y", "x/z/y", False),
        ("a/*.t?", "a/b.ts", True),
        ("a/[id]", "a/i", False),
        ("/".join(["**", "a"] * 40), "/".join(["a"] * 2000 + ["b"]), False),
    ],
)
def test_globs(glob: str, path: str, expected: bool) -> None:
    assert fits(glob.split("/"), path.split("/")) is expected


JUNK: list[Any] = [None, 5, "x", [], [None, 5], {}, {"a": 5}, {"./*": [5, {"b": None}]}, [["."]], "../../..", "/"]
FIELDS = ["name", "main", "types", "exports", "imports", "workspaces", "dependencies"]
OPTIONS = ["baseUrl", "paths", "rootDirs", "rootDir", "outDir", "customConditions"]


@pytest.mark.parametrize("junk", JUNK, ids=repr)
def test_manifests_of_the_wrong_shape_do_no_harm(junk: Any) -> None:
    files: dict[str, Any] = {
        **{f"p{number}/package.json": {"name": "q", field: junk} for number, field in enumerate(FIELDS)},
        **{f"c{number}/tsconfig.json": options(**{option: junk}) for number, option in enumerate(OPTIONS)},
        "d/tsconfig.json": dict.fromkeys(["extends", "references", "files", "include", "compilerOptions"], junk),
        **empty("a.ts", "q/index.ts"),
    }
    resolve = resolver(files)
    for folder in (path.partition("/")[0] for path in files if "/" in path):
        path = f"{folder}/x.ts"
        found = {resolve.resolve(path, module) for module in ("q", "q/a", "#a", "a", "./gone", "..")}
        assert found <= {None, "a.ts", "q/index.ts"}
        assert resolve.resolve(path, "../a") == "a.ts"


def test_which_files_are_manifests() -> None:
    yes = ["package.json", "a/tsconfig.json", "a/tsconfig.build.json", "base.tsconfig.json", "jsconfig.json", "go.mod"]
    yes += ["pnpm-workspace.yaml", "lerna.json", "packages/tsconfig/base.json", "packages/typescript-config/next.json"]
    no = ["a/package.json.bak", "node_modules/a/package.json", "x/node_modules/a/tsconfig.json", "data/base.json"]
    assert [path for path in yes + no if is_manifest(path)] == yes
