"""`challenge.toml` is one checked record."""

import pytest

from mercalli.errors import ProfileError
from mercalli.tasks.challenge.challenge import check_challenge
from tests.tasks.challenge.folders import TOML


def test_what_is_left_out_has_the_usual_value():
    challenge = check_challenge(TOML)
    phase = challenge.phases["main"]
    assert (phase.feedback, phase.public_share, phase.runs_per_day) == ("ladder", 0.5, 5)
    assert phase.opens == "2026-01-01T00:00:00.000000Z"
    assert challenge.metrics == ["accuracy", "f1_macro"]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('task = "labels"', 'task = "lables"', "Did you mean 'labels'? (line 2"),
        ("truth = ", "truht = ", "has no option 'truht'"),
        ('truth = "truth"\n', "", "needs the option 'truth'"),
        ("2026-01-01T00:00:00Z", "2026-01-01T00:00:00", "must be a date and time in UTC"),
        ("2026-01-01T00:00:00Z", '"noon"', "must be a date and time in UTC"),
        ("2026-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "must be a date and time in UTC"),
        ("2100-01-01", "2020-01-01", "'closes' must be later than 'opens'"),
        ('name = "small"', 'name = "../up"', "letters, digits, - and _"),
        ("[phases.main]", '[phases."a/b"]', "letters, digits, - and _"),
        ('gold = "gold.csv"', "", "needs 'gold'"),
        ("[phases.main]", "[phases.main]\nfeedback = 'all'", "(line 13"),
        ("[phases.main]", "[phases.main]\npublic_share = 0", "above 0 and at most 1"),
        ("[phases.main]", "[phases.main]\nruns = -1", "must be from 0 to"),
        ("[phases.main]", "[phases.main]\nruns_per_week = 3", "has no setting 'runs_per_week'"),
        ("rank_by", "rank", "has no setting 'rank'"),
    ],
)
def test_a_mistake_is_told_with_its_line(before, after, said):
    with pytest.raises(ProfileError) as error:
        check_challenge(TOML.replace(before, after))
    assert said in str(error.value)
    assert "challenge.toml" in str(error.value)


def test_phases_may_not_overlap():
    more = "[phases.late]\nopens = 2050-01-01T00:00:00Z\ncloses = 2200-01-01T00:00:00Z\n"
    with pytest.raises(ProfileError, match="overlap"):
        check_challenge(TOML + more)


def test_a_time_in_another_zone_is_the_same_instant():
    challenge = check_challenge(TOML.replace("2026-01-01T00:00:00Z", "2026-01-01T02:00:00+02:00"))
    assert challenge.phases["main"].opens == "2026-01-01T00:00:00.000000Z"
