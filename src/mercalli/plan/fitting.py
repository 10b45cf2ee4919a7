"""Which commands fit a file: those whose roles its columns can play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mercalli.plan.columns import Role, likely_columns
from mercalli.registry import Command, commands, load
from mercalli.text.words import first_few, shown


@dataclass(frozen=True)
class Fit:
    """How the columns of a file fit a command.

    Attributes:
        name: The name of the command.
        command: The command.
        roles: What its columns hold.
        columns: The columns found for each role, or named for it.
    """

    name: str
    command: Command
    roles: Sequence[Role]
    columns: Mapping[str, tuple[str, ...]]

    @property
    def required(self) -> list[Role]:
        """The roles without which the command cannot run."""
        return [role for role in self.roles if role.required]

    @property
    def lacking(self) -> list[Role]:
        """Those of them that no column can play."""
        return [role for role in self.required if not self.columns[role.name]]

    @property
    def why(self) -> str:
        """Which columns speak for it."""
        return ", ".join(f"{role}: {shown(names)}" for role, names in self.columns.items() if names)

    @property
    def needs(self) -> str:
        """What the command needs: what was found of it, and usual names of what was not."""
        return f"{self.name}: {', '.join(map(self._need, self.required))}"

    def call(self, words: Sequence[str], named: Mapping[str, str]) -> list[str]:
        """The arguments of a call with the words that the user gave, the file first."""
        asked = [role.name for role in self.roles if role.asked and role.name not in named]
        options = [word for role in asked for word in (f"--{role}", ",".join(self.columns[role]))]
        return [self.name, *words, *options, *self.command.needs.split()]

    def options(self, named: Mapping[str, str]) -> list[str]:
        """What the user said about the columns of this command."""
        said = [role.name for role in self.roles if role.name in named]
        return [word for role in said for word in (f"--{role}", named[role])]

    def _need(self, role: Role) -> str:
        found = self.columns[role.name]
        return f"{role.name} is {shown(found)}" if found else f"no {role.name} ({first_few(role.usual)})"


def fits(columns: Sequence[str], named: Mapping[str, str]) -> list[Fit]:
    """How every command fits that says what its columns hold: in the order of the help, those that need most first."""
    every = [_fit(name, each, columns, named) for name, each in commands().items() if each.roles]
    return sorted(every, key=lambda fit: (bool(fit.command.needs), -len(fit.required)))


def _fit(name: str, command: Command, columns: Sequence[str], named: Mapping[str, str]) -> Fit:
    """Each role gets its columns in turn; a column that one role has is not looked at for the next one."""
    roles: Sequence[Role] = load(command.roles)
    found: dict[str, tuple[str, ...]] = {role.name: (named[role.name],) for role in roles if role.name in named}
    for role in roles:
        taken = {column for names in found.values() for column in names}
        found.setdefault(role.name, likely_columns(role, [column for column in columns if column not in taken]))
    return Fit(name, command, roles, {role.name: found[role.name] for role in roles})
