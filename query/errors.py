"""Errors of the query side, the whole tree:

QueryError            base: a message that says what failed, a hint that says what to do next
├── LocateError       the path is no repository or folder, or the revision does not exist
├── NotIndexedError   the commit has no snapshot in this cache
├── SnapshotError     a snapshot is there and cannot be used: damaged, or made by another version
├── StateError        the local state (workspaces) cannot be read or written
├── InvalidArgument   a question that cannot be understood
│   ├── NotServed          the repository may not be asked about here
│   └── WorkspaceRequired  files are laid over a workspace, and none is named
├── BuildError        a snapshot could not be built
├── NotFound          nothing is called that; `near` holds what comes close
│   └── Ambiguous     several things are called that; `near` holds their ids
└── SqlError          a statement that is refused or that fails
    └── Interrupted   a statement that was stopped on request
"""

from __future__ import annotations

from collections.abc import Mapping


class QueryError(Exception):
    """Base of all errors that a user can do something about."""

    exit_code = 1

    def __init__(self, message: str, hint: str = "", exit_code: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        if exit_code is not None:
            self.exit_code = exit_code


class LocateError(QueryError):
    exit_code = 3


class NotIndexedError(QueryError):
    exit_code = 5


class SnapshotError(QueryError):
    exit_code = 4


class StateError(QueryError):
    exit_code = 4


class InvalidArgument(QueryError):
    exit_code = 2


class NotServed(InvalidArgument):
    pass


class WorkspaceRequired(InvalidArgument):
    pass


class BuildError(QueryError):
    exit_code = 1


class NotFound(QueryError):
    """`asked` is what was looked for, by the name that parameters have for it; `lead` the hint for who lists `near`."""

    exit_code = 3

    def __init__(
        self,
        message: str,
        hint: str = "",
        near: tuple[str, ...] = (),
        asked: Mapping[str, str] | None = None,
        lead: str = "",
    ) -> None:
        super().__init__(message, hint)
        self.near = near
        self.asked = dict(asked or {})
        self.lead = lead


class Ambiguous(NotFound):
    exit_code = 2


class SqlError(QueryError):
    exit_code = 2


class Interrupted(SqlError):
    exit_code = 130
