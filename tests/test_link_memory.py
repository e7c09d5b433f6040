"""Linking runs without the collector of cycles: what a family of languages needed must not stay behind."""

from __future__ import annotations

from indexer import languages
from indexer.extract.rows import unpack
from indexer.link import families, program_of
from indexer.link.finding import Finding
from indexer.model import Limits
from indexer.modules import Tree, modules_of
from indexer.raw import merge
from indexer.task import Job, Task, run_task

FILES = {
    "shop.go": b"package shop\n\ntype Cart struct{}\n\nfunc (c Cart) Add() {}\n\nfunc fill(c Cart) { c.Add() }\n",
    "shop.py": b"class Cart:\n    def add(self): ...\n\n\ndef fill(cart: Cart):\n    cart.add()\n",
}


def test_the_cells_of_a_family_go_before_the_next_is_linked() -> None:
    jobs = [Job(number, path, languages.detect(path, data), data) for number, (path, data) in enumerate(FILES.items())]
    raw = merge([unpack(run_task(Task(0, [job]), Limits()).buffers) for job in jobs])
    paths, tree = list(FILES), Tree(frozenset(FILES), {})
    program = program_of(raw, paths, modules_of(raw, paths, tree))
    finding = Finding(raw, program)
    (first, of_go), (second, of_python) = families(program).items()
    finding.add(first, of_go, tree)
    went = finding.last
    assert went is not None and went.fixed
    finding.add(second, of_python, tree)
    assert not went.fixed and not went.values and not went.keys and not went.made
    assert finding.last is not went and finding.last is not None and finding.last.fixed
