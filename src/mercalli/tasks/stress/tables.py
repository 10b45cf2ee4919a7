"""The tables of a stress test with their columns found: items, clean answers, stressed answers, stressed texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mercalli.engines.arrays import ArraySource
from mercalli.engines.keys import with_keys
from mercalli.engines.open import source_of
from mercalli.engines.source import Source
from mercalli.errors import ColumnError, EmptyError, MissingError
from mercalli.inputs.arrays import Ints
from mercalli.inputs.classes import label_text
from mercalli.inputs.tally import MISSING, Column
from mercalli.inputs.usual_names import KEY, MODEL, PRED, TEXT, TRUTH, usual_column
from mercalli.io.cells import as_written
from mercalli.plan.columns import Role, check_there, find_column, find_columns
from mercalli.tasks.stress.errors import SHOWN, StressError

TRUTH_ROLE, KEY_ROLE = Role("truth", TRUTH, ranked=True), Role("id", KEY, required=False, ranked=True)
PRED_ROLE, TEXT_ROLE = Role("pred", PRED), Role("text", TEXT, ranked=True)
VARIANT_ROLES = (Role("stress", ("stress", "perturbation")), Role("strength", ("strength",), required=False))


@dataclass(frozen=True)
class RoleTable:
    """Rows, and which columns play which part; `text` holds the texts, if they are known."""

    rows: ArraySource
    columns: Mapping[str, tuple[str, ...]]
    text: str | None = None

    @classmethod
    def of(
        cls,
        source: Source,
        roles: Sequence[Role],
        named: Mapping[str, Sequence[str]],
        *,
        text: str | None = None,
        more: Sequence[str | None] = (),
    ) -> RoleTable:
        """The columns of some roles, fetched; `more` are others that are wanted."""
        columns = find_columns(source, roles, named)
        every = [*(name for names in columns.values() for name in names), text, *more]
        wanted = list(dict.fromkeys(name for name in every if name is not None))
        check_there(source, wanted)
        found = cls(source.rows([], wanted), columns, text)
        if not found.size:
            raise EmptyError.no_rows(source.origin)
        return found

    @property
    def origin(self) -> str:
        """What it is called in messages."""
        return self.rows.origin

    @property
    def size(self) -> int:
        """How many rows."""
        return len(next(iter(self.rows.arrays.values())))

    def one(self, role: str) -> str | None:
        """The column of a role, if it has one."""
        return next(iter(self.columns.get(role, ())), None)

    def keys(self, role: str = "id") -> Column:
        """What names the item of each row: its id, or its number where there are no ids."""
        name = self.one(role)
        if name is None:
            return Column(tuple(map(str, range(1, self.size + 1))), np.arange(self.size))
        column = self.rows.column(name)
        absent = int((column.codes == MISSING).sum())
        if absent:
            raise MissingError.values(f"{role} in {name!r}", absent, self.origin)
        return Column(tuple(label_text(value) for value in column.values), column.codes)

    @cached_property
    def places(self) -> dict[object, int]:
        """The row of each item, by its id; ids that are there twice are refused."""
        keys = self.keys()
        ids = [keys.values[code] for code in keys.codes.tolist()]
        twice = [f"id {name}" for name, count in Counter(ids).items() if count > 1]
        if twice:
            raise StressError.twice("an id", twice, self.origin)
        return {name: row for row, name in enumerate(ids)}

    def items(self, others: RoleTable) -> Ints:
        """The item of each row, by its place among others; rows of items that are not there are refused."""
        keys = self.keys()
        places = np.array([others.places.get(value, -1) for value in keys.values], np.int64)[keys.codes]
        unknown = places < 0
        if unknown.any():
            found = list(dict.fromkeys(keys.values[code] for code in keys.codes[unknown].tolist()))[:SHOWN]
            raise StressError.strangers("ids that are", found, int(unknown.sum()), self.origin, others.origin)
        return places

    def texts(self) -> list[str] | None:
        """The texts, if they are known; an empty one where there is none."""
        if self.text is None:
            return None
        return ["" if text is None else as_written(str(text)) for text in self.rows.arrays[self.text].tolist()]

    @property
    def model(self) -> str | None:
        """The model that the answers are of, if the table names one."""
        name = usual_column(MODEL, self.rows.columns)
        names = () if name is None else self.rows.column(name).values
        return label_text(names[0]) if len(names) == 1 else None


@dataclass(frozen=True)
class Files:
    """What was given: items, clean answers, stressed answers and perhaps the stressed texts, with columns by role."""

    items: object
    clean: object
    stressed: object
    made: object
    named: Mapping[str, Sequence[str]]
    unit: str | None = None
    encoding: str = "utf-8"

    def source(self, data: object) -> Source:
        """One of them, opened."""
        return source_of(data, self.encoding)

    def only(self, *roles: str) -> dict[str, Sequence[str]]:
        """What was named for some roles."""
        return {role: self.named[role] for role in roles if self.named.get(role)}

    def item_table(self) -> RoleTable:
        """Items with their truth, and their texts if there are any."""
        source = with_keys(self.source(self.items), (), self.unit)
        text = next(iter(self.named.get("text", ())), None) or usual_column(TEXT, source.columns)
        return RoleTable.of(source, (TRUTH_ROLE, KEY_ROLE), self.only("truth", "id"), text=text, more=[self.unit])

    def clean_table(self, key: str | None) -> RoleTable:
        """Answers to the texts as they are: in a file of their own, or beside the items."""
        source = self.source(self.items if self.clean is None else self.clean)
        roles = (PRED_ROLE,) if key is None else (KEY_ROLE, PRED_ROLE)
        named = {**self.only("pred"), **({"id": (key,)} if key is not None and key in source.columns else {})}
        return RoleTable.of(source, roles, named, more=[usual_column(MODEL, source.columns)])

    def stressed_table(self) -> RoleTable:
        """Answers to stressed texts, with these texts if they are there."""
        source = self.source(self.stressed)
        text, model = (usual_column(names, source.columns) for names in (TEXT, MODEL))
        return RoleTable.of(source, (KEY_ROLE, PRED_ROLE, *VARIANT_ROLES), self.only("pred"), text=text, more=[model])

    def made_table(self) -> RoleTable | None:
        """Stressed texts, if they are in a file of their own."""
        if self.made is None:
            return None
        source = self.source(self.made)
        return RoleTable.of(source, (KEY_ROLE, *VARIANT_ROLES), {}, text=find_column(source, TEXT_ROLE))


def listed_names(name: str | Sequence[str] | None) -> Sequence[str]:
    """The columns of a role: none, one or several."""
    return [] if name is None else [name] if isinstance(name, str) else list(name)


def systems_of(clean: RoleTable, stressed: RoleTable) -> dict[str, str]:
    """Systems by their clean column, with the column of their stressed answers; one system may have two names."""
    names, others = clean.columns["pred"], stressed.columns["pred"]
    if len(names) == len(others) == 1:
        return {names[0]: others[0]}
    for name in names:
        if name not in others:
            raise ColumnError.unknown(name, list(stressed.rows.columns), stressed.origin)
    return dict(zip(names, names, strict=True))


def check_one_model(clean: RoleTable, stressed: RoleTable) -> None:
    """Refuse clean answers of another model, where both tables say of which one they are."""
    one, two = clean.model, stressed.model
    if one is not None and two is not None and one != two:
        raise StressError.two_models(one, two, (clean.origin, stressed.origin))
