"""Examples of errors: the first items of some confusions, with their texts."""

from __future__ import annotations

from itertools import chain, zip_longest
from typing import TYPE_CHECKING

from mercalli.io import sql
from mercalli.results.records import ErrorExample
from mercalli.results.systems import INVALID

if TYPE_CHECKING:
    from collections.abc import Sequence

    import duckdb

    from mercalli.results.records import ConfusionReport

LONGEST_TEXT = 500
ELLIPSIS = "…"
SEPARATOR = "\x1f"


def error_examples(
    items: duckdb.DuckDBPyRelation, confusions: Sequence[ConfusionReport], most: int
) -> tuple[ErrorExample, ...]:
    """At most so many labelled items: one of each confusion in turn, then a second of each, until there are enough.

    They are listed confusion by confusion, in the order of the table.
    """
    wanted = [(each.truth, each.pred) for each in confusions[:most]]
    if not wanted:
        return ()
    found = _first(items, wanted, most)
    queues = [found.get(pair, []) for pair in wanted]
    in_turn = [each for each in chain.from_iterable(zip_longest(*queues)) if each is not None][:most]
    place = {pair: at for at, pair in enumerate(wanted)}
    return tuple(sorted(in_turn, key=lambda each: place[each.truth, each.pred]))


def _first(
    items: duckdb.DuckDBPyRelation, wanted: Sequence[tuple[str, str]], most: int
) -> dict[tuple[str, str], list[ErrorExample]]:
    """The first items of each confusion, found in one pass that keeps no more than those."""
    short = f"left(text, {LONGEST_TEXT + 1})"
    named = items.project(
        f"true_class, coalesce(predicted_class, {sql.text(INVALID)}) as predicted_class, "
        f"{{'text': {short}, 'id': id, 'weight': true_weight}} as item"
    )
    chosen = named.filter(f"{_joined('true_class', 'predicted_class')} in ({sql.listed(map(SEPARATOR.join, wanted))})")
    numbered = chosen.project("*, row_number() over () as place")
    kept = numbered.aggregate(f"true_class, predicted_class, arg_min(item, place, {most})")
    return {
        (truth, pred): [
            ErrorExample(truth, pred, item["weight"], _cut(item["text"] or ""), item["id"]) for item in listed
        ]
        for truth, pred, listed in kept.fetchall()
    }


def _joined(*columns: str) -> str:
    """Columns as one text, so that DuckDB works each of them out once."""
    return f"concat_ws(chr({ord(SEPARATOR)}), {', '.join(columns)})"


def _cut(text: str) -> str:
    """A text that is not too long, with a sign where it was cut.

    >>> len(_cut("a" * 501)), _cut("fire")
    (501, 'fire')
    """
    return text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT] + ELLIPSIS
