"""Add predictions or truths to a watch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import numpy as np

from mercalli.engines.open import source_of
from mercalli.errors import SettingError
from mercalli.inputs.arrays import Bools, Ints
from mercalli.plan.columns import columns_text
from mercalli.tasks.monitor.data import Predictions, Truths, When
from mercalli.tasks.monitor.doors import store
from mercalli.tasks.monitor.doors.store import OpenWatch, Rows
from mercalli.tasks.monitor.errors import WatchError
from mercalli.tasks.monitor.watch import KEYS, OPEN, REVIEWED, VOLUNTEERED, Terms
from mercalli.text.words import counted


@dataclass(frozen=True)
class Added:
    """What became of the rows of a file.

    Attributes:
        columns: Which columns hold what, in words.
        predictions: Predictions that were added.
        reviewed: Truths that tell of all predictions ...
        volunteered: ... and truths that somebody volunteered, which are no rate.
        same: Truths that were known already.
        changed: Truths in the place of others, of which the last one counts.
        kept: Volunteered truths of what was reviewed, which are left out.
        late: Truths from before the last look, which count in it.
        blank: Rows without a truth, or without an id in a feedback file.
        unknown: Rows without a prediction, which are left out.
        twice: Truths that a later row of the file replaced.
    """

    columns: str
    predictions: int = 0
    reviewed: int = 0
    volunteered: int = 0
    same: int = 0
    changed: int = 0
    kept: int = 0
    late: int = 0
    blank: int = 0
    unknown: int = 0
    twice: int = 0

    @property
    def lines(self) -> Iterator[str]:
        """In words: what was added, then what is special."""
        if self.predictions:
            yield f"{counted(self.predictions, 'prediction')} added."
        else:
            yield f"{counted(self.reviewed, 'reviewed truth')} and {self.volunteered:,} volunteered added."
        told = {
            "same": "known already: nothing changed",
            "changed": "in the place of another truth: the last one counts, and its evidence was computed again",
            "kept": "volunteered for what was reviewed: left out, the reviewed truth counts",
            "late": "from before the last look that had truths: counted in that look",
            "blank": "without a truth or an id: left open",
            "unknown": "without a prediction: left out",
            "twice": "in the file again: the last one counts",
        }
        yield from (
            f"{counted(number, 'row')} {words}." for name, words in told.items() if (number := getattr(self, name))
        )


def monitor_add(
    watch: str | Path,
    data: object = None,
    *,
    truths: object = None,
    feedback: str | Path | None = None,
    id: str | None = None,  # noqa: A002 - as the column is called
    pred: str | None = None,
    truth: str | None = None,
    score: str | None = None,
    time: str | None = None,
    when: str | None = None,
    timezone: str | None = None,
    model: str | None = None,
    unknown: Literal["error", "drop"] = "error",
    volunteered: bool = False,
    encoding: str = "utf-8",
) -> Added:
    """Add predictions, or truths of earlier predictions, to a watch: all rows or none.

    Args:
        watch: The folder of the watch.
        data: Predictions: a file, a data frame, or a dict of arrays, with an id in every row.
        truths: Truths of predictions that were added before; rows without a truth are left open.
        feedback: A file that `mercalli feedback add` wrote: its labels count as volunteered, unless they were drawn.
        id: The column of ids.
        pred: The column of predictions.
        truth: The column of truths.
        score: The column of scores, where the watch has bands.
        time: The column of times: when the prediction was made, or when the truth arrived; now without one.
        when: One time for all rows instead.
        timezone: The zone of times that do not say theirs.
        model: Which model predicted, where the watch is about several.
        unknown: "drop" leaves out truths without a prediction; by default they are an error.
        volunteered: Whether somebody chose which truths to give: such truths are never a rate.
        encoding: The encoding of text files.

    Returns:
        How many rows were added, and what is special about some.
    """
    given = {
        name: each for name, each in {"data": data, "truths": truths, "feedback": feedback}.items() if each is not None
    }
    if len(given) != 1:
        raise SettingError.named(
            "truths", f"or predictions, or a feedback file: give one of them at a time; found {len(given)}."
        )
    if unknown not in ("error", "drop"):
        raise SettingError.choice("unknown", unknown, ("error", "drop"))
    named = {"id": id, "pred": pred, "truth": truth, "score": score}
    moment = When(time, when, timezone)
    source = None if feedback is not None else source_of(truths if data is None else data, encoding)
    with store.opened(watch) as found:
        terms = found.kept.terms
        if source is not None and data is not None:
            return _predictions(found, Predictions.read(source, terms, named, moment), _model(terms, model))
        told = Truths.feedback(str(feedback), terms) if source is None else Truths.read(source, terms, named, moment)
        return _truths(found, told, drop=unknown == "drop", volunteered=volunteered or feedback is not None)


def _model(terms: Terms, model: str | None) -> int:
    known = terms.models
    if model is None and len(known) == 1:
        return 0
    if model not in known:
        raise WatchError.model(model, known)
    return known.index(str(model))


def _predictions(found: OpenWatch, new: Predictions, model: int) -> Added:
    there = set(found.rows.ids)
    twice = [each for each in new.ids if each in there]
    if twice:
        raise WatchError.twice(twice, len(twice), new.origin)
    nothing = np.zeros(len(new.ids), np.int64)
    keys = {
        **dict.fromkeys(KEYS, nothing),
        "bin": new.bin,
        "model": nothing + model,
        "band": new.band,
        "pred": new.pred,
    }
    joined = {key: np.concatenate([found.rows.keys[key], keys[key]]) for key in KEYS}
    found.put(Rows([*found.rows.ids, *new.ids], joined), found.kept.watch.chances)
    return Added(columns_text(new.found), predictions=len(new.ids))


def _truths(found: OpenWatch, came: Truths, *, drop: bool, volunteered: bool) -> Added:
    place = {each: at for at, each in enumerate(found.rows.ids)}
    known = np.array([each in place for each in came.ids], np.bool_)
    strange = [each for each, is_known in zip(came.ids, known.tolist(), strict=True) if not is_known]
    if strange and not drop:
        raise WatchError.unknown(strange, len(strange), came.origin)
    at = np.array([place[each] for each in came.ids if each in place], np.int64)
    keys = {key: part.copy() for key, part in found.rows.keys.items()}
    arrived = _Arrived(at, came.truth[known] + 1, came.bin[known])
    _check_order(found, arrived, came)
    told = arrived.into(keys, volunteered=volunteered or None)
    if len(at):
        found.put(Rows(found.rows.ids, keys), found.kept.watch.chances)
    return replace(told, columns=columns_text(came.found), blank=came.blank, unknown=len(strange), twice=came.twice)


def _check_order(found: OpenWatch, arrived: _Arrived, came: Truths) -> None:
    predicted = found.rows.keys["bin"][arrived.at]
    early = np.flatnonzero(arrived.bin < predicted)
    if len(early):
        first, terms = int(early[0]), found.kept.terms
        times = terms.said(int(predicted[first])), terms.said(int(arrived.bin[first]))
        raise WatchError.early(found.rows.ids[int(arrived.at[first])], *times, len(early), came.origin)


@dataclass(frozen=True)
class _Arrived:
    """Truths that came: of which prediction, the class plus 1, and in which look."""

    at: Ints
    truth: Ints
    bin: Ints

    def into(self, keys: Mapping[str, Ints], *, volunteered: bool | None) -> Added:
        """Put them where they belong; what was drawn counts as reviewed, whoever sends it."""
        drawn = keys["chance"][self.at] > 0
        free = ~drawn & bool(volunteered or (keys["chance"] > 0).any())
        kind, before = keys["kind"][self.at], keys["truth"][self.at]
        same = (before == self.truth) & ((kind == REVIEWED) | free)
        kept = ~same & free & (kind == REVIEWED)
        new: Bools = ~same & ~kept
        last = int(keys["arrival"][keys["kind"] == REVIEWED].max(initial=0))
        late = new & ~free & (self.bin < last)
        bins = np.where(late, last, self.bin)
        where = self.at[new]
        keys["truth"][where] = self.truth[new]
        keys["arrival"][where] = bins[new]
        keys["kind"][where] = np.where(free, VOLUNTEERED, REVIEWED)[new]
        return Added(
            "",
            reviewed=int((new & ~free).sum()),
            volunteered=int((new & free).sum()),
            same=int(same.sum()),
            changed=int((new & (kind != OPEN)).sum()),
            kept=int(kept.sum()),
            late=int(late.sum()),
        )
