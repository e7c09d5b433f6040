"""Names of packages lead from one repository to another where full names are paths: npm; and Rust's whole paths."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from indexer.fleet.run import index_all
from indexer.fleet.work import Item
from query.fleet.crossref import Crossref

sys.path.append(str(Path(__file__).parent))
fleet = importlib.import_module("test_fleet")

LIBRARY = {
    "package.json": '{"name": "@acme/store", "main": "dist/index.js"}',
    "src/index.ts": 'export { Store } from "./store";\nexport * from "./more";\n',
    "src/store.ts": "export class Store {}\n",
    "src/more.ts": "export const LIMIT = 3;\n",
}
APP = {
    "package.json": '{"name": "app", "dependencies": {"@acme/store": "1"}}',
    "src/store.ts": "export class Store {}\nexport const own = new Store();\n",
    "src/app.ts": (
        'import { Store, LIMIT as most } from "@acme/store";\nimport * as all from "@acme/store";\n'
        "new Store(); most; all.Store;\n"
    ),
}
CRATE = {
    "Cargo.toml": '[package]\nname = "depot-core"\n',
    "src/lib.rs": "pub mod stock;\n",
    "src/stock.rs": "pub fn count() -> u32 { 1 }\n",
}
BINARY = {
    "Cargo.toml": '[package]\nname = "tool"\n\n[dependencies]\ndepot-core = "1"\n',
    "src/main.rs": "fn main() { depot_core::stock::count(); }\n",
}


@pytest.fixture(scope="module")
def crossref(tmp_path_factory: pytest.TempPathFactory) -> Crossref:
    folder = tmp_path_factory.mktemp("npm")
    repos = {"library": LIBRARY, "app": APP, "crate": CRATE, "binary": BINARY}
    items = [Item(str(fleet.make(folder / name, files))) for name, files in repos.items()]
    assert {one.status for one in index_all(items, folder / "cache").outcomes} == {"indexed"}
    return Crossref(folder / "cache")


def outside(crossref: Crossref, name: str) -> set[tuple[str, int]]:
    return {(use.path, use.line) for use in crossref.references(name, external_only=True).uses}


def test_what_a_packages_entry_hands_out_is_found_by_the_packages_name(crossref: Crossref) -> None:
    (definition,) = crossref.references("@acme/store.Store").definitions
    assert (definition.path, definition.symbol_id) == ("src/store.ts", "T:src/store.Store")
    assert outside(crossref, "@acme/store.Store") == {("src/app.ts", 1), ("src/app.ts", 3)}
    assert outside(crossref, "@acme/store.LIMIT") == {("src/app.ts", 1), ("src/app.ts", 3)}


def test_a_namesake_in_another_repository_is_not_meant(crossref: Crossref) -> None:
    assert "src/store.ts" not in {use.path for use in crossref.references("@acme/store.Store").uses if not use.external}


def test_a_whole_path_needs_no_import(crossref: Crossref) -> None:
    assert outside(crossref, "depot_core::stock::count") == {("src/main.rs", 1)}
