"""What a system took for what and the harm that does: the table, the kinds of error in it, and examples of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, islice, zip_longest
from typing import TYPE_CHECKING

import numpy as np

from mercalli.inputs.arrays import Floats
from mercalli.io import sql
from mercalli.profiles.profile import Profile
from mercalli.results.parts import INVALID, Table
from mercalli.stats.groups import Contexts
from mercalli.stats.sample import Sample
from mercalli.tasks.labels.result import ConfusionReport, ErrorExample
from mercalli.text.words import cut

if TYPE_CHECKING:
    import duckdb


LONGEST_TEXT = 500
SEPARATOR = "\x1f"
SHARE_OF_HARM = 4
DECIMALS = 9


def table(profile: Profile, sample: Sample, contexts: Contexts, outside: str = INVALID) -> Table:
    """Counts, and the weight of the truth times the count, in every context by the weights that hold there."""
    weights = np.stack([profile.harms(sample.classes, context) for context in contexts.values])
    cells = sample.confusions[0].cells
    harms = (cells * weights[..., None]).sum(axis=0)
    np.fill_diagonal(harms, 0.0)
    return Table(sample.classes, _plain(cells.sum(axis=0)), _plain(harms), outside)


def _plain(cells: Floats) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(map(float, row)) for row in cells)


def confusions(table: Table, most: int | None = None) -> tuple[ConfusionReport, ...]:
    """The kinds of error that occur, by harm, then by count; all of them, or at most so many; none that were fitted."""
    if table.fitted:
        return ()
    counts, harm = np.array(table.cells), np.array(table.harms)
    wrong = (counts > 0) & (np.eye(*counts.shape) == 0)
    rows, columns = np.nonzero(wrong)
    order = np.lexsort((columns, rows, -counts[wrong], -harm[wrong]))[:most]
    names = [*table.classes, table.outside]
    total, truths = float(harm[wrong].sum()), counts.sum(axis=1)
    return tuple(
        ConfusionReport(
            truth=names[row],
            pred=names[column],
            count=float(counts[row, column]),
            share=float(counts[row, column] / truths[row]),
            harm=float(harm[row, column]),
            harm_share=float(harm[row, column]) / total if total else 0.0,
        )
        for row, column in zip(rows[order], columns[order], strict=True)
    )


def error_examples(
    items: duckdb.DuckDBPyRelation, confusions: Sequence[ConfusionReport], most: int, outside: str = INVALID
) -> tuple[ErrorExample, ...]:
    """At most so many labelled items, the heaviest first, then confusion by confusion in the order of the table.

    Three in four places are for the confusions that weigh most on an item, the others for those that do most harm.
    """
    heavy = sorted(confusions, key=lambda each: -_weight(each))[:most]
    pairs = list(dict.fromkeys((each.truth, each.pred) for each in (*confusions[:most], *heavy)))
    examples = _first(items, pairs, most, outside) if pairs else {}
    by_weight = [_in_turn(examples, kinds) for _, kinds in groupby(heavy, key=_weight)]
    kept = list(islice(chain.from_iterable(by_weight), most - most // SHARE_OF_HARM))
    harmful = (each for each in _in_turn(examples, confusions[:most]) if not any(each is one for one in kept))
    place = {pair: at for at, pair in enumerate(pairs)}
    chosen = [*kept, *islice(harmful, most - len(kept))]
    return tuple(sorted(chosen, key=lambda each: (-each.harm, place[each.truth, each.pred])))


def _weight(confusion: ConfusionReport) -> float:
    """What an error of a kind weighs, on average where weights vary."""
    return round(confusion.harm / confusion.count, DECIMALS)


def _in_turn(
    examples: Mapping[tuple[str, str], Sequence[ErrorExample]], confusions: Iterable[ConfusionReport]
) -> Iterator[ErrorExample]:
    """One item of each confusion, then a second of each, and so on."""
    queues = [examples.get((each.truth, each.pred), ()) for each in confusions]
    return (each for each in chain.from_iterable(zip_longest(*queues)) if each is not None)


def _first(
    items: duckdb.DuckDBPyRelation, pairs: Sequence[tuple[str, str]], most: int, outside: str
) -> dict[tuple[str, str], list[ErrorExample]]:
    """The heaviest and then first items of each confusion, found in one pass that keeps no more than those."""
    short = f"left(text, {LONGEST_TEXT + 1})"
    named = items.project(
        f"true_class, coalesce(predicted_class, {sql.text(outside)}) as predicted_class, "
        f"{{'text': {short}, 'id': id, 'weight': true_weight}} as item"
    )
    # As one text, so that DuckDB works each column out once.
    kind = f"concat_ws(chr({ord(SEPARATOR)}), true_class, predicted_class)"
    chosen = named.filter(f"{kind} in ({sql.listed(map(SEPARATOR.join, pairs))})")
    numbered = chosen.project("*, {'light': -item.weight, 'place': row_number() over ()} as place")
    kept = numbered.aggregate(f"true_class, predicted_class, arg_min(item, place, {most})")
    return {
        (truth, pred): [
            ErrorExample(truth, pred, item["weight"], cut(item["text"] or "", LONGEST_TEXT), item["id"])
            for item in listed
        ]
        for truth, pred, listed in kept.fetchall()
    }
