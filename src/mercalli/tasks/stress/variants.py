"""Stressed answers by stress and strength: which items each touched, and which answers are missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np

from mercalli.inputs.arrays import Bools, Ints
from mercalli.tasks.stress.errors import SHOWN, StressError
from mercalli.tasks.stress.tables import RoleTable
from mercalli.tasks.stress.texts.catalogue import IDENTITY

Named: TypeAlias = tuple[str, float | None]


@dataclass(frozen=True)
class Variant:
    """A stress of one strength: the items that it touched, and what every system answered to them.

    Attributes:
        stress: Its name.
        strength: How strong it is, if it has a strength.
        items: The items whose text really changed; of the identity, all.
        codes: The answers by system; the number of classes is an answer outside of them.
        texts: The stressed texts, if they are known.
        untouched: Items whose text stayed as it was.
        lacking: Items that were left out, because an answer is missing.
    """

    stress: str
    strength: float | None
    items: Ints
    codes: Mapping[str, Ints]
    texts: tuple[str, ...] | None
    untouched: int
    lacking: int = 0

    @property
    def name(self) -> str:
        """The stress with its strength, as in `typos 0.1`."""
        return variant_name((self.stress, self.strength))

    @property
    def empty(self) -> int:
        """How many texts the stress left empty."""
        return sum(not text.strip() for text in self.texts or ())


def variant_name(variant: Named) -> str:
    """A stress with its strength.

    >>> variant_name(("typos", 0.1)), variant_name(("upper", None))
    ('typos 0.1', 'upper')
    """
    stress, strength = variant
    return stress if strength is None else f"{stress} {strength:g}"


def variants_in(table: RoleTable) -> tuple[list[Named], Ints]:
    """Stresses and strengths in the order in which they come, and that of each row."""
    stress, column = table.keys("stress"), table.one("strength")
    strength = np.full(table.size, np.nan) if column is None else table.rows.numbers(column)
    known, of_strength = np.unique(strength, return_inverse=True)
    _, first, of_row = np.unique(stress.codes * len(known) + of_strength, return_index=True, return_inverse=True)
    order = np.argsort(first, kind="stable")
    place = np.argsort(order, kind="stable")
    names = [(str(stress.values[stress.codes[row]]), float(strength[row])) for row in first[order].tolist()]
    return [(name, None if np.isnan(how) else how) for name, how in names], place[of_row]


@dataclass(frozen=True)
class StressedRows:
    """Rows of stressed answers, of items among which some are `there`: have a truth and clean answers."""

    table: RoleTable
    made: RoleTable | None
    items: RoleTable
    there: Bools

    @cached_property
    def variants(self) -> tuple[list[Named], Ints]:
        """All variants, and that of each row."""
        return variants_in(self.table)

    @cached_property
    def places(self) -> Ints:
        """The item of each row."""
        return self.table.items(self.items)

    @cached_property
    def keys(self) -> Ints:
        """A number for the variant and item of each row, which no other row has."""
        keys: Ints = self.variants[1] * len(self.there) + self.places
        order = np.argsort(keys, kind="stable")
        again = order[1:][np.diff(keys[order]) == 0]
        if len(again):
            raise StressError.twice(
                "an item under a stress", [self._called(int(keys[at])) for at in again], self.table.origin
            )
        return keys

    def _called(self, key: int) -> str:
        variant, item = divmod(key, len(self.there))
        return f"id {list(self.items.places)[item]} under {variant_name(self.variants[0][variant])}"

    @cached_property
    def expected(self) -> tuple[Bools, list[str] | None]:
        """Which items should have an answer to each variant, (V, N), and the stressed text of each row, if known.

        Without a list of the texts that were made, it is known of the identity alone: every item has it.
        """
        wanted = np.zeros((len(self.variants[0]), len(self.there)), np.bool_)
        if self.made is None:
            wanted.ravel()[self.keys] = True
            again = [at for at, (stress, _) in enumerate(self.variants[0]) if stress == IDENTITY]
            wanted[again] = True
            return wanted, self.table.texts()
        keys, texts = self._made_keys(self.made)
        wanted.ravel()[keys] = True
        order = np.argsort(keys, kind="stable")
        found = order[np.minimum(np.searchsorted(keys, self.keys, sorter=order), len(keys) - 1)]
        strange = keys[found] != self.keys
        if strange.any():
            named = [self._called(int(key)) for key in self.keys[strange][:SHOWN]]
            raise StressError.strangers(
                "texts that are", named, int(strange.sum()), self.table.origin, self.made.origin
            )
        return wanted, [texts[at] for at in found.tolist()]

    def _made_keys(self, made: RoleTable) -> tuple[Ints, list[str]]:
        """The same numbers for the texts that were made, of variants that were answered."""
        names, of_row = variants_in(made)
        place = {name: at for at, name in enumerate(self.variants[0])}
        variant = np.array([place.get(name, -1) for name in names], np.int64)[of_row]
        asked = np.flatnonzero(variant >= 0)
        texts = made.texts() or []
        return (variant * len(self.there) + made.items(self.items))[asked], [texts[at] for at in asked.tolist()]

    def found(self, codes: Mapping[str, Ints], lacking: Bools, before: Sequence[str] | None) -> Iterator[Variant]:
        """Every variant with its touched items; rows that are `lacking` have no answer."""
        expected, texts = self.expected
        answered = self.there[self.places] & ~lacking
        for at, (stress, strength) in enumerate(self.variants[0]):
            rows = np.flatnonzero((self.variants[1] == at) & answered)
            gone = int((expected[at] & self.there).sum()) - len(rows)
            touched = rows[self._touched(stress, rows, texts, before)]
            order = touched[np.argsort(self.places[touched], kind="stable")]
            yield Variant(
                *(stress, strength, self.places[order], {name: each[order] for name, each in codes.items()}),
                texts=None if texts is None else tuple(texts[row] for row in order.tolist()),
                untouched=int(self.there.sum()) - len(order) - gone,
                lacking=gone,
            )

    def _touched(self, stress: str, rows: Ints, texts: Sequence[str] | None, before: Sequence[str] | None) -> Bools:
        """Rows whose text really changed; all of the identity, and where texts are not known."""
        if stress == IDENTITY or texts is None or before is None:
            return np.ones(len(rows), np.bool_)
        places = self.places[rows].tolist()
        return np.array([texts[row] != before[item] for row, item in zip(rows.tolist(), places, strict=True)], np.bool_)
