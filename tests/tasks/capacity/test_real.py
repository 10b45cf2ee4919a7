"""Posts of real disasters through a team of three an hour."""

import duckdb
import pytest

import mercalli

WEIGHTS = {
    "Affected individuals": 5,
    "Donations and volunteering": 4,
    "Infrastructure and utilities": 3,
    "Caution and advice": 2.5,
    "Other Useful Information": 2,
    "Sympathy and support": 1.5,
}
TEAM = {"weights": WEIGHTS, "per_hour": 3, "deadline": "6h"}
ROLES = {"time": "timestamp_utc", "truth": "y_true", "pred": "y_pred"}


def event(shared, name):
    file = shared / "crisislex_preds" / "tfidf_logreg.parquet"
    return duckdb.sql(f"select * from '{file}' where event = '{name}'").fetchnumpy()  # noqa: S608 - our own


@pytest.mark.parametrize(
    ("name", "urgent", "shares", "team"),
    [
        ("2013_Boston_bombings", 49, (0.81, 0.55, 1.0), 1.33),
        ("2013_Colorado_floods", 90, (0.99, 0.94, 1.0), 1.04),
        ("2012_Costa_Rica_earthquake", 19, (0.78, 0.49, 1.0), 1.11),
    ],
)
def test_urgent_posts_handled_in_time(shared, name, urgent, shares, team):
    found = mercalli.capacity(event(shared, name), **ROLES, **TEAM, replicates=0)
    orders = (found.systems[0].queue, found.blind, found.perfect)
    assert found.urgent == urgent
    assert tuple(each.urgent_share for each in orders) == pytest.approx(shares, abs=0.005)
    assert found.systems[0].measure("worth_in_team").value == pytest.approx(team, abs=0.0051)


def test_intervals_of_boston(shared):
    found = mercalli.capacity(event(shared, "2013_Boston_bombings"), **ROLES, **TEAM)
    handled, skill = (found.systems[0].measure(name) for name in ("handled_in_time", "capacity_skill"))
    assert (handled.value, handled.low, handled.high) == pytest.approx((0.705, 0.651, 0.740), abs=0.006)
    assert (skill.value, skill.low, skill.high) == pytest.approx((0.52, 0.24, 0.73), abs=0.04)


def test_a_half_life_makes_strict_order_worse_than_newest_first(shared):
    """Costa Rica: strict and oldest first, even with the true classes, reaches less than newest first without any."""
    posts = event(shared, "2012_Costa_Rica_earthquake")
    fading = {"weights": WEIGHTS, "per_hour": 3, "half_life": "6h", "replicates": 0}
    strict = mercalli.capacity(posts, **ROLES, **fading)
    newest = mercalli.capacity(posts, **ROLES, **fading, rule="worth").blind.share
    assert (strict.perfect.share, newest) == pytest.approx((0.281, 0.399), abs=0.001)
    assert any("Newest first without any model handles 0.399" in note for note in strict.systems[0].notes)
