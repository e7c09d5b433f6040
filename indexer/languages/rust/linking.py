"""How Rust finds what a name means: modules, impls and traits, types seen through references and smart pointers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.terms import Op
from indexer.languages.rust.arguments import Arguments
from indexer.languages.rust.steps import Steps
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.link.linker import Linker

RULES = {"self": "self", "implements": "overrides", "shape": "type_member", "?": "returned", "take": "element"}


class Rust(Steps):
    calls_name = True
    overloads_apart = False

    def attach(self, linker: Linker) -> None:
        super().attach(linker)
        self.generics = Arguments(self, linker)
        linker.makers |= {"returns": self._returns, "made_of": self._made_of}

    def bases(self, symbol: int) -> list[int]:
        return [base[1] for base in self.parents(symbol) if base[0] == Tag.CLASS]

    def overridden(self, symbol: int) -> list[int]:
        return []  # impls of traits have references of their own

    def rule(self, linker: Linker, base: int, value: Value) -> str:
        program = self.program
        if base < len(program.ops) and program.ops[base] == Op.THROUGH:
            return RULES.get(program.texts[program.parts[base][0]], "inferred")
        return super().rule(linker, base, value)


DIALECT = Rust
