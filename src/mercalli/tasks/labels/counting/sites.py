"""Sites kept apart: the site of a statistic as a column to slice by."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from mercalli.errors import SettingError, StatisticError
from mercalli.inputs.tally import Column
from mercalli.stats.entries import Entries
from mercalli.stats.statistic import SITE, Statistic
from mercalli.tasks.labels.counting.question import checked


def by_site(statistic: Statistic) -> Statistic:
    """The same with a column of its one site; sums that are by site already stay as they are."""
    question = checked(statistic)
    if SITE in question.columns:
        return statistic
    if len(statistic.sites) != 1 or any(part.site is None for part in statistic.parts):
        found = f"{len(statistic.sites)} sites" if statistic.sites else "no site"
        problem = f"has {found}, and sites are kept apart from files of one site each. Count with --site."
        raise StatisticError.about(statistic.origin, problem)
    made = replace(question, by=(*question.by, SITE))
    if made.table is not None and not made.can_share:
        raise SettingError.named("by_site", "is for shared counts without slices: both tell too much. Leave it out.")
    entries = statistic.entries
    columns = dict(entries.columns)
    columns[f"by:{SITE}"] = Column((statistic.sites[0],), np.zeros(len(entries.rows), np.int64))
    names = [name for name in made.names if name in columns]
    ordered = Entries.of({name: columns[name] for name in names}, entries.rows, entries.sums)
    return replace(statistic, question=made.json, entries=ordered)
