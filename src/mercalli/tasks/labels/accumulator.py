"""Accumulator: labels counted batch by batch into the statistic of all of them, without keeping a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np

from mercalli.errors import CountError, LengthError, SettingError
from mercalli.inputs.arrays import Ints, on_host
from mercalli.inputs.classes import ClassList
from mercalli.plan.class_lists import class_list
from mercalli.plan.provenance import profile_of
from mercalli.plan.statistics import count, one_part
from mercalli.profiles.profile import Profile
from mercalli.stats.alike import check_alike
from mercalli.stats.confusion import Confusion
from mercalli.stats.entries import Entries
from mercalli.stats.statistic import Statistic
from mercalli.tasks.labels.counting.question import TRUTH, LabelQuestion, checked
from mercalli.tasks.labels.cross_tables import COUNT, PRED, table_of
from mercalli.tasks.labels.evaluate import evaluate
from mercalli.tasks.labels.result import Evaluation


class Accumulator:
    """Counts true and predicted labels batch by batch; what it holds adds up, and is evaluated at the end.

    Args:
        classes: The classes in order, or a dict value in the data -> class name; by default those of the profile.
        profile: The profile for which labels are counted and evaluated.
        invalid: "wrong" counts predictions outside the classes as wrong; by default they are an error.
        missing: "wrong" counts rows without a prediction as wrong, "drop" leaves out rows that lack a label; by
            default they are an error.

    >>> batches = Accumulator(["calm", "fire"])
    >>> batches.update(["fire", "calm"], ["fire", "fire"])
    >>> batches.update(["calm", "calm"], ["calm", "calm"])
    >>> print(batches.compute().systems[0].measure("accuracy").value)
    0.7500
    """

    def __init__(
        self,
        classes: Sequence[object] | Mapping[object, str] | ClassList | None = None,
        *,
        profile: str | Path | Profile | None = None,
        invalid: Literal["error", "wrong"] = "error",
        missing: Literal["error", "wrong", "drop"] = "error",
    ) -> None:
        self._rules: dict[str, Any] = {"classes": classes, "profile": profile, "invalid": invalid, "missing": missing}
        if class_list(profile_of(profile), classes) is None:
            raise SettingError.named(
                "classes", "must be declared, because a batch need not hold all of them. Name them."
            )
        self._empty = count({TRUTH: (), PRED: ()}, truth=TRUTH, pred=PRED, **self._rules)
        self._entries = self._empty.entries

    @property
    def rows(self) -> int:
        """How many rows were counted."""
        return self._entries.total

    def __repr__(self) -> str:
        return f"<Accumulator of {self.rows:,} rows>"

    def update(self, truth: object, pred: object) -> None:
        """Count a batch of true and predicted labels; one that is refused is not counted at all."""
        self._add(count(truth=on_host(truth), pred=on_host(pred), **self._rules))

    def merge(self, other: Accumulator) -> None:
        """Add what another one counted; it must count the same classes by the same rules."""
        if not isinstance(other, Accumulator):  # pyright: ignore[reportUnnecessaryIsInstance] - whatever was passed
            raise SettingError.outside("other", type(other).__name__, "an Accumulator")
        if other is self:
            raise SettingError.named("other", "is the accumulator itself, so every row would count twice.")
        self._add(other.statistic())

    def reset(self) -> None:
        """Forget all that was counted."""
        self._entries = self._empty.entries

    def statistic(self, *, site: str | None = None, period: str | None = None) -> Statistic:
        """What was counted as a statistic: the very one that `count` makes of all rows at once.

        Args:
            site: Who counted, if it is to be added up with the statistics of others.
            period: The days that were counted, as for `count`.
        """
        return one_part(self._empty, self._entries, site=site, period=period)

    def compute(self, **settings: Any) -> Evaluation:  # noqa: ANN401 - as evaluate
        """The evaluation of all that was counted; settings are those of `evaluate`, such as `metrics` and `gates`."""
        counted = self.statistic().called("the accumulator")
        return evaluate(counted, profile=self._rules["profile"], **settings)

    def state(self) -> Ints:
        """What was counted as whole numbers: a row for each class, a column for each prediction, the last for others.

        States of several processes are added up (`all_reduce`), and `load` takes the sum. Rows without a prediction
        are in the last column; rows without a truth are not in it.
        """
        names = self._question.classes
        place = {name: at for at, name in enumerate(names)}
        truth, pred = (self._entries.columns[name] for name in (TRUTH, f"pred:{PRED}"))
        of_truth = np.array([*(place[str(value)] for value in truth.values), -1])[truth.codes]
        of_pred = np.array([*(place.get(str(value), len(names)) for value in pred.values), len(names)])[pred.codes]
        lacking = (pred.codes < 0) & (self._rules["missing"] == "drop")
        there = (of_truth >= 0) & ~lacking
        cells = np.zeros((len(names), len(names) + 1), np.int64)
        np.add.at(cells, (of_truth[there], of_pred[there]), self._entries.rows[there])
        return cells

    def load(self, state: object) -> None:
        """Hold what a state says, in place of what was counted."""
        cells, names = np.asarray(on_host(state)), self._question.classes
        if cells.shape != (len(names), len(names) + 1):
            wanted = (len(names), len(names) + 1)
            raise LengthError.about("a state", f"has the shape {cells.shape}; {wanted} is expected for these classes.")
        if cells.dtype.kind not in "iuf" or not ((cells >= 0) & (cells == np.floor(cells))).all():
            raise CountError.about(
                "a state", "holds something else than whole numbers from 0 on. Add states up as they are."
            )
        table: dict[str, Any] = table_of(Confusion.of(cells, names))
        some = table[COUNT] > 0
        rows = {name: column[some] for name, column in table.items()}
        self._entries = count(rows, truth=TRUTH, pred=PRED, count=COUNT, **self._named).entries

    @property
    def _question(self) -> LabelQuestion:
        return checked(self._empty)

    @property
    def _named(self) -> dict[str, Any]:
        """The rules for labels that are names of classes already."""
        return {**self._rules, "classes": self._question.classes}

    def _add(self, batch: Statistic) -> None:
        check_alike(self._empty.asked, batch.asked, "the accumulator", "the other one")
        self._entries = Entries.joined([self._entries, batch.entries])
