"""What a variable is in a file that says nothing of it: what it holds in a file that includes this one."""

from __future__ import annotations

from collections import defaultdict
from weakref import WeakKeyDictionary

from indexer.facts.model import Mark, spelled
from indexer.facts.scene import Scene

DEEPEST = 4  # files that include one another
Includes = dict[int, list[int]]
_includes: WeakKeyDictionary[Scene, Includes] = WeakKeyDictionary()


def receiver_name(mark: Mark, scene: Scene) -> str:
    """What a chain of calls begins with: `$app` of `$app->get(…)->add(…)`."""
    while isinstance(receiver := mark.data.get("r"), dict) and "m" in receiver:
        mark = scene.marks[receiver["m"] + mark.firsts[2]]
    return spelled(mark.data.get("r"))


def is_held(name: str, origin: str, file: int, scene: Scene) -> bool:
    """Whether a variable of a file is of that origin where it, or one of those that include it, gives it a value."""
    if scene not in _includes:
        _includes[scene] = _included(scene)
    waiting, seen = [(file, 0)], {file}
    while waiting:
        current, deep = waiting.pop(0)
        if origin in _held(name, current, scene):
            return True
        further = [one for one in _includes[scene].get(current, ()) if one not in seen and deep < DEEPEST]
        seen.update(further)
        waiting += [(one, deep + 1) for one in further]
    return False


def _included(scene: Scene) -> Includes:
    """By file, those that include it."""
    found: Includes = defaultdict(list)
    for file, item in scene.commit.whole_imports():
        found[item.file].append(file)
    return found


def _held(name: str, file: int, scene: Scene) -> frozenset[str]:
    """What a variable of a file holds."""
    commit = scene.commit
    held = (one for one in commit.named(name) if commit.file[one] == file and commit.parent[one] < 0)
    return frozenset().union(*map(scene.finder(file).of_symbol, held))
