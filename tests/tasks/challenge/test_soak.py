"""A short version of `make soak`: senders and workers are killed, and nothing is lost."""

from random import Random

from bench.soak import CAP, TEAMS, one_round


def test_after_kills_every_run_is_stored_and_scored_once_and_caps_are_exact(tmp_path):
    found = one_round(tmp_path / "c", Random(5))  # noqa: S311 - no secret
    assert found.kills
    assert (found.lost, found.doubled, found.stuck, found.caps_wrong) == (0, 0, 0, 0)
    assert found.acknowledged == found.stored == found.scored == TEAMS * CAP
