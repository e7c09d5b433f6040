"""Where clients of the protocol keep their servers; an entry goes in or out without harm to the rest."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from query.errors import QueryError

NAME = "codemap"
Scope = Literal["project", "user"]
Entry = dict[str, Any]
_WORKSPACE = "${workspaceFolder}"


@dataclass(frozen=True, slots=True)
class Client:
    """`project` and `user` are paths below the repository and below the home folder; `key` holds the servers."""

    name: str
    title: str
    project: str
    user: str
    key: str
    folder: str | None = None  # what the client replaces by the folder that is open
    typed: bool = True
    moved_by: str | None = None  # variable that names another folder for the user's file

    def path(self, scope: Scope, root: Path, home: Path) -> Path:
        if scope == "project":
            return root / self.project
        if self.moved_by and (moved := os.environ.get(self.moved_by)):
            return Path(moved) / Path(self.user).name
        user = self.user.replace(".config", "Library/Application Support") if sys.platform == "darwin" else self.user
        return home / user

    def entry(self, scope: Scope) -> Entry:
        """What starts the server: a shared file names the command, a private one may name its place."""
        where = ["--allow-any-repo"] if scope == "user" else ["--path", self.folder] if self.folder else []
        command = NAME if scope == "project" or shutil.which(NAME) else str(Path(sys.argv[0]).resolve())
        return ({"type": "stdio"} if self.typed else {}) | {"command": command, "args": ["serve", *where]}


CLIENTS = {
    client.name: client
    for client in (
        Client("claude", "Claude Code", ".mcp.json", ".claude.json", "mcpServers", moved_by="CLAUDE_CONFIG_DIR"),
        Client("vscode", "VS Code", ".vscode/mcp.json", ".config/Code/User/mcp.json", "servers", _WORKSPACE),
        Client("cursor", "Cursor", ".cursor/mcp.json", ".cursor/mcp.json", "mcpServers", _WORKSPACE),
        Client("codex", "Codex", ".codex/config.toml", ".codex/config.toml", "mcp_servers", None, False, "CODEX_HOME"),
    )
}
OFFER = f"codemap install --client claude   (or {', '.join(name for name in CLIENTS if name != 'claude')})"


class ConfigError(QueryError):
    """A client's file that cannot be changed safely."""

    exit_code = 2


def with_entry(client: Client, path: Path, text: str, entry: Entry | None) -> str:
    """The file's text with the entry put in, or taken out where it is none; the rest stays as it was."""
    edit: Callable[[Client, Path, str, Entry | None], str] = _toml if path.suffix == ".toml" else _json
    return edit(client, path, text, entry)


def written(client: Client, path: Path, entry: Entry) -> str:
    """The entry alone, as it would stand in an empty file."""
    return with_entry(client, path, "", entry)


def current(client: Client, path: Path, text: str) -> Entry | None:
    """The entry that the file has."""
    try:
        held: Any = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text or "{}")
    except ValueError:
        return None
    servers = held.get(client.key) if isinstance(held, dict) else None
    found = servers.get(NAME) if isinstance(servers, dict) else None
    return found if isinstance(found, dict) else None


def _json(client: Client, path: Path, text: str, entry: Entry | None) -> str:
    try:
        held = json.loads(text) if text.strip() else {}
    except ValueError as error:
        # Comments are lost in a round trip, so a file that has some is the user's to edit.
        raise ConfigError(f"{path} is no plain JSON: {error}", "add the entry by hand: --print shows it") from error
    if not isinstance(held, dict) or not isinstance(held.get(client.key, {}), dict):
        raise ConfigError(f"{path} does not hold an object of servers", "mend it, or add the entry by hand: --print")
    servers = {name: one for name, one in held.get(client.key, {}).items() if name != NAME or entry is not None}
    if entry is not None:
        servers[NAME] = entry
    if servers or client.key in held:
        held[client.key] = servers
    return json.dumps(held, indent=_indent(text), ensure_ascii=False) + "\n"


def _indent(text: str) -> int | str:
    found = re.search(r"^([ \t]+)\S", text, re.MULTILINE)
    return 2 if not found else "\t" if "\t" in found[1] else len(found[1])


def _toml(client: Client, path: Path, text: str, entry: Entry | None) -> str:
    """The table of the entry is replaced as text: a round trip would lose comments and order."""
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(
            f"{path} is no TOML: {error}", "mend it, or add the entry by hand: --print shows it"
        ) from error
    header = rf"\[{re.escape(client.key)}\.{NAME}(?:\.[^\]\n]*)?\]"
    rest = re.sub(rf"(?ms)^{header}[^\n]*\n?.*?(?=^\[|\Z)", "", text).rstrip("\n")
    rest = rest + "\n" if rest else ""
    if entry is None:
        return rest
    merged = rest + ("\n" if rest else "") + _table(f"{client.key}.{NAME}", entry)
    if current(client, path, merged) != entry:
        raise ConfigError(f"{path} keeps its servers in another way", "add the entry by hand: --print shows it")
    return merged


def _table(name: str, values: Mapping[str, Any]) -> str:
    """A TOML table and those inside it; JSON writes strings, numbers and lists of them the same way."""
    keys = {key: key if re.fullmatch(r"[\w-]+", key, re.ASCII) else json.dumps(key) for key in values}
    lines = [f"[{name}]"]
    lines += [f"{keys[key]} = {json.dumps(one, ensure_ascii=False)}" for key, one in values.items() if not _nested(one)]
    inside = [_table(f"{name}.{keys[key]}", one) for key, one in values.items() if _nested(one)]
    return "\n".join(lines) + "\n" + "".join(f"\n{one}" for one in inside)


def _nested(value: object) -> bool:
    return isinstance(value, dict)
