"""A short version of `make soak`: senders, workers and servers are killed, and nothing is lost."""

from random import Random

import pytest

from bench.load import load
from bench.soak import CAP, TEAMS, folder_round, server_round
from tests.tasks.challenge import folders

pytestmark = pytest.mark.usefixtures("either_database")


def test_a_short_load_of_all_kinds_loses_nothing_and_no_page_fails(tmp_path):
    found = load(tmp_path / "c", minutes=5, runs=16, url=folders.new_database())
    assert found.good, found
    assert found.acknowledged == found.scored == 10
    assert (found.sent, found.views > 0, found.rulings > 0) == (16, True, True)


@pytest.mark.parametrize("one_round", [folder_round, server_round])
def test_after_kills_every_run_is_stored_and_scored_once_and_caps_are_exact(tmp_path, one_round):
    found = one_round(tmp_path / "c", Random(5), folders.new_database())  # noqa: S311 - no secret
    assert found.kills
    assert (found.lost, found.doubled, found.stuck, found.caps_wrong) == (0, 0, 0, 0)
    assert found.acknowledged == found.stored == found.scored == TEAMS * CAP
