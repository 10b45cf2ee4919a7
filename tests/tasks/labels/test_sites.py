"""Sites: each by itself, their mean, and what to expect at one more."""

from __future__ import annotations

import numpy as np
import pytest

import mercalli
from mercalli.errors import MercalliError, StatisticError
from mercalli.telling.kinds import files_of
from mercalli.uncertainty.random_effects import RandomEffects

SITES = {"A": (171, 200), "B": (228, 300), "C": (140, 200), "D": (402, 500), "E": (88, 120)}
CLASSES = ["fire", "flood"]
KEY = b"the key of one site, which it keeps"


def rows_of(names):
    """Rows of sites, so many of them right."""
    truth, pred, site = [], [], []
    for name in names:
        right, rows = SITES[name]
        truth += [CLASSES[at % 2] for at in range(rows)]
        pred += [CLASSES[at % 2] if at < right else CLASSES[1 - at % 2] for at in range(rows)]
        site += [name] * rows
    return {"truth": truth, "pred": pred, "site": site}


def summary(result, metric="accuracy"):
    return next(each for each in result.systems[0].sites if each.mean.metric == metric)


ASKED = {"truth": "truth", "pred": "pred", "classes": CLASSES}
MEASURED = {"metrics": "accuracy", "replicates": 200}


def test_the_next_site_is_less_sure_than_all_rows_together():
    """Worked by hand from the log-odds of the sites: .689 to .842, and .529 to .913 for the next one."""
    found = summary(mercalli.evaluate(rows_of(SITES), **ASKED, **MEASURED, sites="site"))
    assert (found.sites, found.lowest, found.highest) == (5, 0.7, 0.855)
    assert [found.mean.value, found.mean.low, found.mean.high] == pytest.approx([0.775, 0.689, 0.842], abs=0.003)
    assert [found.next_site.low, found.next_site.high] == pytest.approx([0.529, 0.913], abs=0.004)
    assert (found.variance, found.share) == pytest.approx((0.099, 0.77), abs=0.01)


def test_four_sites_give_their_range_and_no_guess():
    found = summary(mercalli.evaluate(rows_of("ABCD"), **ASKED, **MEASURED, sites="site"))
    assert (found.lowest, found.highest, found.mean.value, found.next_site.low) == (0.7, 0.855, None, None)
    assert found.mean.undefined == "4 sites do not tell how much sites differ; 5 do"


def test_sites_that_are_alike_do_not_vary():
    found = RandomEffects.of(np.full(6, 1.2), np.full(6, 0.2))
    assert (found.variance, found.share, found.mean) == (0, 0, pytest.approx(1.2))
    assert found.error == pytest.approx(0.2 / np.sqrt(6))


def test_a_site_where_all_is_right_takes_part():
    rows = rows_of(SITES)
    rows = {
        name: [*values, *more]
        for (name, values), more in zip(rows.items(), (["fire"] * 50, ["fire"] * 50, ["F"] * 50), strict=True)
    }
    found = summary(mercalli.evaluate(rows, **ASKED, **MEASURED, sites="site"))
    assert found.sites == 6
    assert found.next_site.high < 1


def test_files_of_sites_are_kept_apart_and_evaluated_as_the_rows_are():
    rows = rows_of(SITES)
    parts = []
    for name in SITES:
        own = rows_of([name])
        parts.append(mercalli.count({"truth": own["truth"], "pred": own["pred"]}, **ASKED, site=name))
    merged = mercalli.merge(*parts, by_site=True)
    assert merged.text == mercalli.merge(mercalli.merge(*parts[:2], by_site=True), *parts[2:], by_site=True).text
    counted = mercalli.evaluate(merged, **MEASURED, sites="site")
    assert counted.systems[0].sites == mercalli.evaluate(rows, **ASKED, **MEASURED, sites="site").systems[0].sites
    assert mercalli.evaluate(mercalli.merge(*parts), **MEASURED).systems[0].slices == ()


def test_shared_files_of_sites_are_kept_apart_too():
    parts = []
    for name in SITES:
        own = rows_of([name])
        shared = {"site": name, "share": True, "key": KEY + name.encode()}
        parts.append(mercalli.count({"truth": own["truth"], "pred": own["pred"]}, **ASKED, **shared))
    found = mercalli.evaluate(mercalli.merge(*parts, by_site=True), **MEASURED, sites="site").systems[0]
    assert found.sites[0].sites == 5
    assert found.sites[0].next_site.low < found.sites[0].mean.low
    assert "each number here is the sum of 5 such counts" in found.notes[0]


def test_a_sum_of_sites_cannot_be_taken_apart():
    parts = [mercalli.count({"truth": CLASSES, "pred": CLASSES}, **ASKED, site=name) for name in ("A", "B")]
    with pytest.raises(StatisticError, match="has 2 sites, and sites are kept apart from files of one site each"):
        mercalli.merge(parts[0] + parts[1], by_site=True)
    unnamed = mercalli.count({"truth": CLASSES, "pred": CLASSES}, **ASKED)
    with pytest.raises(StatisticError, match="has no site"):
        mercalli.merge(unnamed, by_site=True)


def test_a_column_of_sites_that_is_not_there_is_named():
    with pytest.raises(MercalliError, match="place"):
        mercalli.evaluate(rows_of("AB"), **ASKED, **MEASURED, sites="place")


def test_the_page_draws_the_sites_and_says_what_to_expect():
    result = mercalli.evaluate(rows_of(SITES), **ASKED, **MEASURED, sites="site")
    page = files_of(result)["report.md"]
    assert "One more site is expected from 0.53" in page
    assert all(name in page for name in ("all rows together", "mean of sites", "one more site"))
