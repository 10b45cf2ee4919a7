"""Rank: what is among the first K when items are looked at from the highest score down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from mercalli.errors import ColumnError, ScoreError
from mercalli.estimates.confusion import generator
from mercalli.estimates.measure import cards
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.estimates.slices import slice_reports
from mercalli.inputs.digest import digest_of
from mercalli.inputs.scores import Scores
from mercalli.metrics.catalogue import Metric
from mercalli.plan.detect import detecting
from mercalli.plan.numbers import ks_of
from mercalli.plan.roles import TableRoles, column_name, table_roles
from mercalli.plan.statistics import is_counted
from mercalli.stats.groups import Slice
from mercalli.stats.lists import RankedLists
from mercalli.tasks.scores.data import ScorePlan, bins_of, few, positives_of
from mercalli.tasks.scores.notes import rank_notes
from mercalli.tasks.scores.opening import ScoreRules, opened_scores
from mercalli.tasks.scores.rank.compare import compared
from mercalli.tasks.scores.rank.estimate import Ranks, gains_curve, metrics_at, ranks_of, top_k
from mercalli.tasks.scores.result import GainsCurve, Ranked, RankReport, RankSlice, TopK

DECILE = "10%"


def rank(
    data: object = None,
    *,
    truth: object = None,
    score: object = None,
    k: Sequence[float | str] | float | str = DECILE,
    positive: object = None,
    group: object = None,
    weight: object = None,
    unit: object = None,
    by: object = None,
    level: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    detect: float | None = None,
    missing: Literal["error", "drop"] = "error",
    bins: int | None = None,
    encoding: str = "utf-8",
    progress: Progress = quiet,
) -> Ranked:
    """What the K items with the highest scores hold: precision, recall, hit rate and lift, with intervals.

    Args:
        data: As in `evaluate`: a data frame, files, a dict of arrays, a `Statistic` of scores (which has its own
            roles), or nothing if the roles are arrays.
        truth: The column, or array, of true classes.
        score: The column of scores; several, or a dict name -> column, for several systems. A dict class -> column
            whose keys are the classes ranks each class by its own score.
        k: How many can be looked at: a count, or a share as 0.1 or "10%"; one or several. With weights it counts
            weight; with groups it holds for each of them.
        positive: The class that the scores are for, as in 1 or "yes"; guessed if the truth is of the kind yes or no.
        group: A column of queries, events or users: each has a list of its own, and values are means over lists.
        weight: A column of weights.
        unit: What is resampled as a whole; with groups, these are.
        by: One or more columns to slice by; each slice is ranked by itself.
        level: Confidence level of the intervals.
        replicates: Number of bootstrap resamples; 0 for no intervals.
        seed: The same data, settings and seed give the same bytes.
        detect: A size of difference for which the verdict says how many cases or units would show it.
        missing: "drop" leaves out rows without truth or score; by default they are an error.
        bins: Count scores in this many bins of every octave, a power of two. Bins do not depend on the data, and are
            narrow near 0 and 1. By default 512 for very many rows in files, and none for others.
        encoding: The encoding of text files.
        progress: Called with what is being done, how much of it is done, and how much there is.

    Returns:
        Values with intervals for every K, the best and the worst order of equal scores, and the gains curve.

    >>> rows = {"urgent": [1, 1, 0, 0] * 10, "score": [0.9, 0.4, 0.6, 0.1] * 10}
    >>> result = rank(rows, truth="urgent", score="score", k=[10, "50%"], replicates=0)
    >>> print(result.systems[0].top(10).measure("precision_at_k").value)
    1.0000
    """
    rules = ScoreRules.of(positive, bins, missing)
    if group is None or is_counted(data):
        named = {"truth": truth, "score": score, "weight": weight, "unit": unit, "by": by, "group": group}
        roles, rules = opened_scores(data, named, rules, encoding)
        slicing, group_name = roles.by, None
    else:
        parts = {"truth": truth, "pred": score, "weight": weight, "unit": unit, "encoding": encoding}
        roles, slicing, group_name = _roles(data, group, by, parts)
    positive = rules.positive
    settings = Settings(level, replicates, "percentile", seed)
    positives, counted = positives_of(roles, positive, score), bins_of(roles, rules.bins)
    plan = _RankPlan(roles, settings, rules.policy, counted, positives, slicing, group_name, ks_of(k))
    reports = [plan.report(name, label, progress) for name, label in positives.items()]
    how = plan.provenance(slicing, group=group_name)
    paired = None if plan.bins else compared(roles, reports, group_name, plan.ks, settings, progress)
    result = Ranked(plan.ks, group_name, cards(plan.metrics), tuple(reports), how, paired)
    return detecting(result, detect)


def _roles(data: object, group: object, by: object, parts: dict[str, Any]) -> tuple[TableRoles, tuple[str, ...], str]:
    """Roles with the group among the columns that are read, the columns to slice by, and the group's name."""
    slicing = table_roles(data, role="score", by=by, **parts)
    if data is not None:
        name = column_name("group", group)
        return replace(slicing, by=tuple(dict.fromkeys((*slicing.by, name)))).checked(), slicing.by, name
    if isinstance(group, str):
        raise ColumnError.unnamed_source("group", group)
    arrays = by if isinstance(by, Mapping) else {} if by is None else {"by": by}
    return table_roles(None, role="score", by={**arrays, "group": group}, **parts), slicing.by, "group"


@dataclass(frozen=True)
class _RankPlan(ScorePlan):
    """What is wanted of every system."""

    by: tuple[str, ...]
    group: str | None
    ks: tuple[float, ...]

    @property
    def metrics(self) -> list[Metric]:
        """The four metrics at every K."""
        return [metric for k in self.ks for metric in metrics_at(k)]

    def report(self, name: str, positive: str, progress: Progress) -> RankReport:
        """Everything about one column of scores."""
        scores = self.scores(name, positive, progress)
        ranks = ranks_of(scores, self.group, self.roles.source.origin)
        lists = ranks.lists
        self._check_ks(lists)
        tops, curve = self._tops(scores, ranks, name, ranks.curve_ks())
        sliced = replace(scores, by={name: scores.by[name] for name in self.by})
        parts = slice_reports(sliced, partial(self._slice, scores), progress)
        return RankReport(
            name=name,
            score=self.roles.systems[name],
            positive=positive,
            n=scores.n,
            dropped=scores.dropped,
            positives=float(lists.positive.sum()),
            total=float(lists.rows.sum()),
            lists=len(lists.times),
            empty=int((lists.lists.sums(lists.positive) == 0).sum()),
            tops=tops,
            curve=curve,
            slices=parts,
            notes=tuple(self._notes(scores, ranks, tops, parts, positive)),
            digest=digest_of([positive], [lists.positive, lists.negative, lists.lists.starts]),
            scored=self.scored(name, positive),
        )

    def _notes(
        self, scores: Scores, ranks: Ranks, tops: Sequence[TopK], parts: Sequence[RankSlice], positive: str
    ) -> Iterator[str]:
        left_out = self.left_out(positive, scores.dropped)
        return rank_notes(scores, ranks.lists, tops, parts, units=ranks.units, group=self.group, left_out=left_out)

    def _check_ks(self, lists: RankedLists) -> None:
        longest = float(lists.lists.sums(lists.rows).max())
        for k in self.ks:
            if k > longest:
                raise ScoreError.beyond(k, longest, self.roles.source.origin)

    def _tops(
        self, scores: Scores, ranks: Ranks, name: str, points: Sequence[float]
    ) -> tuple[tuple[TopK, ...], GainsCurve]:
        """Every K, and the curve of all."""
        values = gains = None
        if self.settings.replicates:
            rng = generator(self.settings, name)
            values, gains = ranks.drawn(self.ks, points, self.settings.replicates, rng)
        tops = tuple(
            top_k(ranks, k, scores.n, None if values is None else values[:, at], self.settings.level)
            for at, k in enumerate(self.ks)
        )
        return tops, gains_curve(ranks, points, gains, self.settings.level)

    def _slice(self, scores: Scores, part: Slice) -> RankSlice:
        """A slice ranked by itself."""
        chosen = scores.take(part.chosen)
        ranks = ranks_of(chosen, self.group, self.roles.source.origin)
        tops, _ = self._tops(chosen, ranks, part.key, ())
        positives = float(ranks.lists.positive.sum())
        thin = few(chosen.n, positives, float(ranks.lists.negative.sum()))
        return RankSlice(part.columns, part.values, chosen.n, positives, thin, tops)
