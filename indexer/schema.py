"""The one contract between the indexer and the query side: tables, kinds, cache layout.

Lines are 1-based and inclusive, columns are 0-based code points, paths are repo-relative with forward
slashes, ids are strings, and null means "cannot tell".
"""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote

SCHEMA_VERSION = 1
LAYOUT = f"v{SCHEMA_VERSION}"
MANIFEST = "manifest.json"
STORES = "stores"  # of the user's cache: a folder for each object store that is in use
PARTS = "parts"  # of a cache: a cache for each folder that was indexed without the rest of its repository
STORE_SCHEMES = ("s3", "gs", "az", "file")
BUILD_INFO = "build.json"  # times and host facts: everything that differs between two builds of one commit


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    type: str  # string, int32, int64, bool, binary, list<string>, list<int32>, parameters
    doc: str
    nullable: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    name: str
    doc: str
    sort: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def column_names(self) -> list[str]:
        return [column.name for column in self.columns]


def _c(name: str, type: str, doc: str) -> Column:
    return Column(name, type, doc, nullable=False)


def _n(name: str, type: str, doc: str) -> Column:
    return Column(name, type, doc)


FILES = Table(
    "files",
    "one row per text file of the commit",
    ("path",),
    (
        _c("path", "string", "repo-relative path"),
        _c("blob", "string", "git blob id of the content"),
        _n("language", "string", "language by extension, file name or shebang"),
        _c("size_bytes", "int64", "size of the content"),
        _c("line_count", "int32", "number of lines"),
        _n("module", "string", "module, package or namespace that the file belongs to"),
        _c("is_test", "bool", "the path is a test's by the language's habits"),
        _n("origin", "string", "generated or vendored, where .gitattributes says so"),
        _n("parse_errors", "int32", "syntax errors the parser met; null where the file was not parsed"),
        _n("churn_30d", "int32", "commits that touched the file in the 30 days before the commit"),
    ),
)

SYMBOLS = Table(
    "symbols",
    "one row per definition",
    ("symbol_id",),
    (
        _c("symbol_id", "string", "documentation-comment id, unique within the snapshot"),
        _c("stable_id", "string", "`sym_` + 16 hex: survives edits, moves within the file and formatting"),
        _c("language", "string", "language of the file"),
        _c("kind", "string", "fine-grained kind in lower case"),
        _c("name", "string", "simple name"),
        _c("qualified_name", "string", "full name in the language's own spelling"),
        _n("namespace", "string", "module, package or namespace"),
        _n("container_id", "string", "symbol_id of the enclosing definition"),
        _c("path", "string", "file of the definition"),
        _c("line_start", "int32", "first line, decorators and attributes included"),
        _c("line_end", "int32", "last line"),
        _c("col_start", "int32", "column where it starts"),
        _c("col_end", "int32", "column after its last character"),
        _c("name_line", "int32", "line of the name"),
        _c("name_col", "int32", "column of the name"),
        _n("signature", "string", "the declaration on one line, without body"),
        _n("parameters", "parameters", "parameters with declared type and default"),
        _n("return_type", "string", "declared return type, or the declared type of a field or variable"),
        _n("documentation", "string", "documentation as text, comment markers removed"),
        _n("visibility", "string", "public, protected, internal, private …, by the language's rules"),
        _n("exported", "bool", "can be reached from outside its module or assembly"),
        _c("is_test", "bool", "a test, or code in a test file"),
        _n("modifiers", "list<string>", "static, abstract, async, const … as written"),
        _n("decorators", "list<string>", "decorators, attributes, annotations as written"),
        _c("fingerprint", "string", "hash of the normalised text: same code, same value"),
        _c(
            "confidence",
            "string",
            "high; medium in code that the chosen configuration leaves out; low near a syntax error",
        ),
    ),
)

REFS = Table(
    "refs",
    "one row per occurrence of a name that refers to something",
    ("to_symbol", "to_name", "path", "line_start", "col_start"),
    (
        _c("path", "string", "file of the occurrence"),
        _c("line_start", "int32", "line of the name"),
        _c("line_end", "int32", "last line of the name"),
        _c("col_start", "int32", "column of the name"),
        _c("col_end", "int32", "column after the name"),
        _c("kind", "string", "call, read, write, instantiate, override, implementation, type_use, import"),
        _n("from_symbol", "string", "innermost definition that contains the occurrence"),
        _n("to_symbol", "string", "definition it refers to; null: unresolved, external, or a package, which is none"),
        _c("to_name", "string", "the name as written"),
        _n("to_container_hint", "string", "receiver or qualifier as written"),
        _n("external", "bool", "leads outside the repository; null while unresolved"),
        _c("resolution", "string", "the rule that resolved it, or `unresolved`"),
        _c("confidence", "string", "high, medium, low"),
    ),
)

IMPORTS = Table(
    "imports",
    "one row per imported name",
    ("path", "line_start", "local_name"),
    (
        _c("path", "string", "importing file"),
        _c("line_start", "int32", "line of the import"),
        _n("local_name", "string", "name it binds in the file; null where it binds none, `*` for all"),
        _c("module", "string", "module as written"),
        _n("imported_name", "string", "name taken from the module; null for the module itself"),
        _n("to_path", "string", "file that the module is"),
        _n("to_symbol", "string", "definition that the name is"),
        _n("external", "bool", "leads outside the repository; null where that is not known"),
    ),
)

TYPES = Table(
    "types",
    "one row per base of a type",
    ("symbol_id", "position"),
    (
        _c("path", "string", "file of the derived type"),
        _c("symbol_id", "string", "the derived type"),
        _c("position", "int32", "0-based place in the list of bases"),
        _c("relation", "string", "extends, implements, embeds, mixes_in"),
        _c("base_name", "string", "base as written"),
        _n("base_symbol", "string", "definition of the base"),
    ),
)

FACTS = Table(
    "facts",
    "one row per architectural fact",
    ("kind", "value", "path", "line_start"),
    (
        _c(
            "kind",
            "string",
            "route, config, db_table, di_registration, middleware, exception, log, retry_policy, "
            "http_call, message, schedule, command, feature_flag",
        ),
        _c("value", "string", "what a person reads"),
        _n("detail", "string", "the parts, as JSON"),
        _n("framework", "string", "framework whose rule found it"),
        _n("symbol_id", "string", "symbol it belongs to"),
        _c("path", "string", "file"),
        _c("line_start", "int32", "first line"),
        _c("line_end", "int32", "last line"),
        _c("confidence", "string", "high, medium, low"),
    ),
)

CHUNKS = Table(
    "chunks",
    "one row per piece of a file that search can find: its words with their weights, and its vector",
    ("path", "position"),
    (
        _c("path", "string", "file"),
        _c("position", "int32", "0-based number of the piece within its file"),
        _c("line_start", "int32", "first line"),
        _c("line_end", "int32", "last line; members of a type with pieces of their own may lie between"),
        _c("kind", "string", "definition, window (of a long one), file (what is outside of definitions), section"),
        _n("symbol_id", "string", "definition that the piece is, or is a part of"),
        _n("title", "string", "heading of a document's section"),
        _n("names", "list<string>", "names of code that a document's section speaks of, in lower case; in order"),
        _c("length", "int32", "sum of the weights of all words"),
        _c("terms", "list<string>", "words in lower case, identifiers split, endings taken off; in order"),
        _c("counts", "list<int32>", "weight of each term: occurrences, more for those in name, place and signature"),
        _n("model", "string", "model and recipe of the vector; only vectors of one model can be compared"),
        _n("vector", "binary", "what the piece says, one signed byte a dimension"),
    ),
)

# Part of each layer but the lowest; readers see its effect, not the table.
MASKS = Table(
    "masks",
    "one row per table and path whose rows in the layers below are replaced",
    ("table", "path"),
    (_c("table", "string", "name of the table"), _c("path", "string", "file whose rows below no longer count")),
)

TABLES = {table.name: table for table in (FILES, SYMBOLS, REFS, IMPORTS, TYPES, FACTS, CHUNKS)}

# Fine-grained kinds and the letter of their documentation-comment id.
KIND_PREFIX = {
    "class": "T", "struct": "T", "interface": "T", "trait": "T", "protocol": "T", "enum": "T", "union": "T",
    "record": "T", "object": "T", "delegate": "T", "type_alias": "T", "annotation": "T", "impl": "T",
    "extension": "T", "table": "T", "view": "T",
    "function": "M", "method": "M", "constructor": "M", "destructor": "M", "operator": "M", "macro": "M",
    "procedure": "M", "trigger": "M", "accessor": "M",
    "property": "P", "indexer": "P",
    "field": "F", "variable": "F", "constant": "F", "enum_member": "F", "column": "F", "index": "F",
    "event": "E",
    "module": "N", "namespace": "N", "package": "N",
}  # fmt: skip
TYPE_KINDS = frozenset(kind for kind, prefix in KIND_PREFIX.items() if prefix == "T")

REF_KINDS = ("call", "read", "write", "instantiate", "override", "implementation", "type_use", "import")
CHUNK_KINDS = ("definition", "window", "file", "section")
RELATIONS = ("extends", "implements", "embeds", "mixes_in")
CONFIDENCES = ("high", "medium", "low")
UNRESOLVED = "unresolved"
# How a reference was resolved. A name alone is never a resolution.
RESOLUTIONS = {
    UNRESOLVED: "no rule applies: to_name and to_container_hint tell what was written",
    "scope": "a binding of the same file that lexical scoping reaches",
    "import": "the name an import statement binds, or names",
    "star_import": "handed out by a module that is imported whole",
    "builtin": "a name the language itself provides",
    "package": "another file of the same package, namespace or crate",
    "inherited": "a bare name that an enclosing type has from its bases, or from its other parts",
    "module_member": "a member of a module, package or namespace",
    "type_member": "a member of a type named as such: static members, constants, nested types",
    "self": "a member of the type around, through self or this",
    "super": "a member of the type's bases, through super or base",
    "declared": "a member of a value whose type is declared",
    "constructed": "a member of a value that is constructed there",
    "returned": "a member of what a call gives back",
    "field": "a member of what a field, property or variable holds",
    "element": "a member of an element of a container",
    "narrowed": "a member of a value whose type a condition tells",
    "literal": "a member of a literal's type",
    "inferred": "a member of a value whose type follows from what is assigned to it",
    "argument": "follows from what callers pass",
    "fixture": "pytest passes what a fixture of the parameter's name gives",
    "flow": "called through a variable, parameter, element or result that holds it; stands at the parenthesis",
    "overload": "the one of several signatures that the arguments choose",
    "candidates": "one of several signatures that the arguments do not tell apart",
    "overrides": "the member of a base that this one overrides or implements",
    "compiler": "an index that the language's own compiler made of the same content",
}
FACT_KINDS = (
    "route", "config", "db_table", "di_registration", "middleware", "exception", "log", "retry_policy",
    "http_call", "message", "schedule", "command", "feature_flag",
)  # fmt: skip
SEMANTIC_LEVELS = ("full", "partial", "syntax_only")


def repo_id(origin: str | None, root: str) -> str:
    """Name of a repository that all its clones agree on: from the origin URL, else from `root`.

    `root` is the root commit, or the folder's path where there is no git.
    """
    name = normalise_origin(origin) if origin else root
    word = "root" if re.fullmatch(r"[0-9a-f]{40,64}", name) else name.rsplit("/", 1)[-1].lower()
    slug = re.sub(r"[^a-z0-9]+", "-", word).strip("-")[:40] or "repo"
    return f"{slug}-{hashlib.sha256(name.encode()).hexdigest()[:12]}"


def normalise_origin(url: str) -> str:
    """Fold the spellings of one remote (ssh, https, credentials, `.git`) into `host/owner/name`."""
    url = url.strip().rstrip("/")
    scp = re.fullmatch(r"(?:[^@/]+@)?([^:/]+):(?!//)(.+)", url)
    if scp and len(scp[1]) > 1:
        host, path = scp[1], scp[2]
    elif match := re.fullmatch(r"[a-z+]+://(?:[^@/]*@)?([^/:]*)(?::\d+)?/(.+)", url, re.IGNORECASE):
        host, path = match[1], match[2]
    else:
        host, path = "", url
    path = path.strip("/").removesuffix(".git").rstrip("/")
    return f"{host.lower()}/{path.lower() if host else path}".strip("/")


def default_cache_dir() -> Path:
    """The shared cache where CODEMAP_CACHE_DIR names one, else the user's own."""
    return cache_path(os.environ.get("CODEMAP_CACHE_DIR") or _user_cache_dir())


def _user_cache_dir() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "codemap"


def cache_path(name: str | os.PathLike[str]) -> Path:
    """The folder that a cache's name means: the folder itself, or the one in front of an object store."""
    scheme, separator, rest = str(name).partition("://")
    if not separator or scheme not in STORE_SCHEMES:
        return Path(name)
    # The URL is the folder's name, so that whoever is handed the folder knows what it stands in front of.
    return _user_cache_dir() / STORES / quote(f"{scheme}://{rest.rstrip('/')}", safe="")


def store_url(cache: Path) -> str | None:
    """The object store that a cache folder stands in front of."""
    return unquote(cache.name) if cache.parent.name == STORES else None


def part_cache(cache: Path, below: str) -> Path:
    """The cache of snapshots of what lies below a folder: apart, since a commit's own snapshot is all of it."""
    if not below:
        return cache
    slug = re.sub(r"[^a-z0-9]+", "-", below.lower()).strip("-")[-40:]
    return cache / PARTS / f"{slug}-{hashlib.sha256(below.encode()).hexdigest()[:12]}"


def repo_dir(cache: Path, repo: str) -> Path:
    return cache / LAYOUT / f"repo={repo}"


def snapshot_dir(cache: Path, repo: str, commit: str) -> Path:
    return repo_dir(cache, repo) / f"commit={commit}"


def rows_file(snapshot: Path) -> Path:
    """Rows of a commit's files kept for the next build; beside its snapshot, since readers have no use for them."""
    return snapshot.parent / "rows" / f"{snapshot.name.removeprefix('commit=')}.arrow"
