"""`mercalli diff`: what changed between two results."""

from __future__ import annotations

import json

from tests.results.mutations import example
from tests.shell.screen import refused

QUICK = ("--metrics", "accuracy,f1_macro", "--replicates", "100", "--json")


def made(mercalli, written, name, *arguments, file="rows.csv"):
    done = mercalli("evaluate", file, "--pred", "pred", *QUICK, *arguments)
    assert done.returncode == 0, done.stderr
    return written(name, done.stdout)


def test_a_result_is_the_same_as_itself(mercalli, written):
    written("one.json", example("uplift"))
    done = mercalli("diff", "one.json", "one.json")
    assert done.returncode == 0
    assert done.stdout.startswith("Same numbers: ")
    assert len(done.stdout.splitlines()) == 1


def test_another_seed_is_named_as_the_cause(mercalli, written):
    made(mercalli, written, "old.json")
    made(mercalli, written, "new.json", "--seed", "7")
    done = mercalli("diff", "old.json", "new.json")
    assert done.returncode == 1
    assert "seed is other (0, now 7)" in done.stdout.splitlines()[0]
    assert "\npred / " in done.stdout


def test_measures_that_were_added_and_that_are_gone_are_listed(mercalli, written):
    made(mercalli, written, "old.json", "--by", "lang")
    made(mercalli, written, "new.json")
    found = json.loads(mercalli("diff", "old.json", "new.json", "--json").stdout)
    assert not found["same"]
    assert {each["path"].partition(".")[2].partition("[")[0] for each in found["gone"]} == {"slices"}
    assert found["added"] == []
    back = json.loads(mercalli("diff", "new.json", "old.json", "--json").stdout)
    assert [each["path"] for each in back["added"]] == [each["path"] for each in found["gone"]]


def test_numbers_within_the_tolerance_are_the_same(mercalli, written):
    made(mercalli, written, "old.json")
    made(mercalli, written, "new.json", "--seed", "7")
    done = mercalli("diff", "old.json", "new.json", "--tolerance", "1")
    assert done.returncode == 0
    assert done.stdout.startswith("Same numbers within 1: ")


def test_results_of_two_kinds_are_refused(mercalli, written):
    written("one.json", example("uplift"))
    written("two.json", example("ranked"))
    assert "different kinds: 'uplift' and 'ranked'" in refused(mercalli("diff", "one.json", "two.json"))
