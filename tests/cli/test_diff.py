"""`mercalli diff`: what changed between two results."""

from __future__ import annotations

import json

from tests.results.mutations import content_of, example, sealed
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


def forged(version):
    """A result whose verdict was written by somebody else, and that was sealed again."""
    content = content_of("uplift")
    content["verdict"]["lines"][0]["text"] = "Proven to save lives."
    content["provenance"]["versions"]["mercalli"] = version
    return sealed(content)


def test_a_forged_verdict_is_seen_although_all_numbers_are_the_same(mercalli, written):
    written("good.json", example("uplift"))
    written("forged.json", forged(content_of("uplift")["provenance"]["versions"]["mercalli"]))
    for files, side in ((("forged.json", "good.json"), "old"), (("good.json", "forged.json"), "new")):
        done = mercalli("diff", *files)
        assert done.returncode == 1
        assert f"The verdict in the {side} result does not follow from its numbers" in done.stdout.splitlines()[0]
        assert "Proven to save lives." in done.stdout
    assert json.loads(mercalli("diff", "forged.json", "good.json", "--json").stdout)["unfounded"] == ["old"]


def test_a_verdict_in_the_words_of_another_version_is_shown_and_only_another_winner_is_a_difference(mercalli, written):
    written("good.json", example("uplift"))
    written("worded.json", forged("0.0.9"))
    done = mercalli("diff", "worded.json", "good.json")
    assert (done.returncode, done.stdout.splitlines()[0][:12]) == (0, "Same numbers")
    assert "Proven to save lives." in done.stdout
    content = json.loads(forged("0.0.9"))
    content["verdict"]["best"] = "nobody"
    written("won.json", sealed(content))
    assert mercalli("diff", "won.json", "good.json").returncode == 1
