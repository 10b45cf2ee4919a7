"""Advice on labelled texts finds what was planted, in the numbers in which it was planted, and nothing else."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from mercalli.errors import SettingError
from mercalli.plan.results import read_result, write_result
from mercalli.results.seal import to_json
from mercalli.tasks.advice.counts import Ways
from mercalli.tasks.advice.evaluate import advise
from mercalli.tasks.advice.unseen import UnseenAnswers
from tests.tasks.advice.planted import WORDS, labelled, made

KINDS = {
    *("baseline", "leak", "conflicting duplicates", "under-represented labels", "few documents", "skew"),
    *("separability", "label noise", "exact duplicates", "near duplicates"),
}


def found(advice, kind):
    (only,) = advice.of(kind)
    return only


def kinds(entries):
    return {each.kind for each in entries}


def test_clean_texts_get_no_advice_and_every_kind_is_accounted_for():
    advice = advise(labelled(*made()))
    assert (advice.findings, advice.unsaid) == ((), ())
    assert kinds(advice.fine) == KINDS


def test_the_same_texts_and_seed_give_the_same_bytes():
    texts = labelled(*made({"fire": 200, "flood": 40, "quake": 9}))
    assert to_json(advise(texts, seed=3)) == to_json(advise(texts, seed=3))


def test_advice_is_read_back_as_it_was_written(tmp_path):
    advice = advise(labelled(*made({"fire": 230, "flood": 20})))
    write_result(advice, tmp_path / "result.json")
    assert read_result(tmp_path / "result.json") == advice


def test_skew_tells_the_sampling_that_brings_it_to_ten_to_one():
    sizes = {"fire": 455, "flood": 300, "quake": 21}
    numbers = found(advise(labelled(*made(sizes))), "skew").numbers
    assert (numbers["most"], numbers["least"]) == (455, 21)
    assert (numbers["to_add"], numbers["to_leave_out"]) == (46 - 21, 455 - 210 + 300 - 210)


def test_few_documents_tell_how_many_are_missing():
    numbers = found(advise(labelled(*made({"fire": 230, "flood": 150, "quake": 190}))), "few documents").numbers
    assert (numbers["labels"], numbers["least"], numbers["missing"]) == (2, 150, 60)


def test_exact_and_near_copies_are_counted_apart():
    texts, labels = made()
    more = [*texts[:30], *(f"RT @{at}: {text.upper()} http://t.co/{at}" for at, text in enumerate(texts[30:40]))]
    advice = advise(labelled([*texts, *more], [*labels, *labels[:40]]))
    assert found(advice, "exact duplicates").numbers["documents"] == 30
    near = found(advice, "near duplicates").numbers
    assert (near["documents"], near["same_words"], near["all_copies"]) == (10, 10, 40)


def test_copies_with_other_labels_are_conflicts_and_shown_with_their_ids():
    texts, labels = made()
    ids = [f"m{at}" for at in range(len(texts) + 2)]
    finding = found(
        advise(labelled([*texts, texts[0], texts[1]], [*labels, "flood", "fire"], ids=ids)), "conflicting duplicates"
    )
    assert (finding.numbers["texts"], finding.numbers["documents"], finding.numbers["copied_texts"]) == (1, 2, 2)
    assert finding.tables[0].rows[0] == ("m0", "1 fire; 1 flood", texts[0])


def test_copies_across_the_split_are_a_leak():
    texts, labels = made()
    test = labelled(
        [*made(seed=1)[0], f"RT @a {texts[5]}", texts[6].replace("x", "y", 1)], [*made()[1], "fire", "fire"]
    )
    finding = found(advise(labelled(texts, labels), test=test), "leak")
    assert (finding.numbers["documents"], finding.numbers["same_words"]) == (2, 1)


def test_without_a_test_the_leak_of_a_random_one_is_expected():
    texts, labels = made()
    finding = found(advise(labelled([*texts, *texts[:360]], [*labels, *labels[:360]])), "leak")
    assert finding.numbers["share"] == pytest.approx(720 / 1080 * 0.9)


def test_labels_with_the_same_words_are_hard_to_tell_apart():
    texts, labels = made()
    split = np.random.default_rng(0).random(len(labels)) < 0.5
    mixed = ["blaze" if label == "fire" and half else label for label, half in zip(labels, split, strict=True)]
    advice = advise(labelled(texts, mixed))
    finding = found(advice, "separability")
    assert {"“blaze”", "“fire”"} <= {*finding.finding.split()}
    assert finding.numbers["low"] < 0.5 < finding.numbers["high"]


def test_words_that_tell_labels_apart_are_named():
    texts, labels = made(own=1)
    finding = advise(labelled(texts, labels)).of("separability")
    words = {word for each in finding for row in each.tables[0].rows[:2] for word in row[1].split(", ")}
    assert words <= {"smoke", "flames", "burning", "firefighters", "blaze", "ashes", "embers", "wildfire", "-"} | {
        *("water", "river", "rising", "boats", "submerged", "dam", "levee", "rain"),
        *("shaking", "rubble", "aftershock", "tremor", "collapsed", "magnitude", "fault", "epicentre"),
    } | {*("people", "city", "today", "near", "news", "street", "help", "night", "photo", "north", "live", "still")}


def test_labels_that_were_exchanged_are_the_first_to_read_again():
    texts, labels = made()
    wrong = [*labels]
    for at in range(0, 720, 72):
        wrong[at] = "quake" if labels[at] != "quake" else "fire"
    finding = found(advise(labelled(texts, wrong, ids=[str(at) for at in range(720)]), examples=10), "label noise")
    assert {row[0] for row in finding.tables[1].rows} == {str(at) for at in range(0, 720, 72)}


def test_random_labels_are_not_above_the_majority_and_say_nothing_more():
    texts, labels = made()
    advice = advise(labelled(texts, np.random.default_rng(3).permutation(labels).tolist()))
    assert found(advice, "baseline").severity == "high"
    unsaid = {each.kind: each.why for each in advice.unsaid}
    assert {"separability", "label noise"} <= {*unsaid}
    assert unsaid["label noise"].startswith("the model learns nothing measurable")


def faint():
    """Texts whose labels show in no more than a slight preference for some words."""
    draw, words = np.random.default_rng(3), [f"w{at}" for at in range(60)]
    usual, often = np.ones(60), np.r_[np.full(15, 2.0), np.ones(45)]
    labels = ["fire"] * 800 + ["flood"] * 100
    odds = {"fire": usual / usual.sum(), "flood": often / often.sum()}
    return [" ".join(draw.choice(words, 12, p=odds[label])) for label in labels], labels


def test_an_accuracy_below_that_of_one_answer_is_not_in_order():
    finding = found(advise(labelled(*faint())), "baseline")
    assert finding.finding == "Accuracy is below that of predicting the most frequent class"
    assert finding.numbers["high"] < 0
    assert finding.numbers["accuracy"] < finding.numbers["most_frequent"]


def test_some_are_read_even_where_none_is_clear(monkeypatch):
    monkeypatch.setattr("mercalli.tasks.advice.noise.CLEAR", 0.99)
    numbers = found(advise(labelled(*faint())), "label noise").numbers
    assert numbers["clear"] < numbers["to_read"] == 20 < numbers["documents"]


def several(n=600, seed=0):
    """Texts with any of three labels, a third of which are wrong."""
    draw = np.random.default_rng(seed)
    texts, labels = [], []
    for at in range(n):
        true = [label for label in WORDS if draw.random() < 0.5]
        texts.append(" ".join([*(word for label in true for word in draw.choice(WORDS[label], 3)), f"x{at}"]))
        labels.append("|".join(label for label in WORDS if (label in true) != (draw.random() < 0.3)))
    return texts, labels


def test_documents_with_several_doubtful_labels_are_counted_once():
    numbers = found(advise(labelled(*several(), mode="multi-label")), "label noise").numbers
    assert numbers["labels"] > numbers["documents"]
    assert numbers["documents"] <= 600
    assert numbers["share"] <= 1


def test_leaving_documents_out_spares_those_with_a_rare_label():
    texts, labels = made({"fire": 300, "flood": 60})
    labels[:20] = ["fire|urgent"] * 20
    numbers = found(advise(labelled(texts, labels, mode="multi-label")), "skew").numbers
    assert (numbers["least"], numbers["to_leave_out"]) == (20, 100)


def test_a_sampling_that_does_not_bring_ten_to_one_is_not_told():
    texts, labels = made({"fire": 300, "flood": 20})
    labels[:300] = ["fire|urgent", "fire|road"] * 150
    finding = found(advise(labelled(texts, labels, mode="multi-label")), "skew")
    assert finding.numbers["to_leave_out"] is None
    assert "Removing documents does not: too many of “fire” have a rarer label too." in finding.action
    assert finding.tables[0].header == ("label", "documents", "to add")


def test_documents_with_two_frequent_labels_are_left_out_for_both():
    flags = np.repeat(np.array([[True, True, False], [True, False, False], [False, False, True]]), (300, 50, 20), 0)
    ways = Ways.of(flags, 0)
    assert (ways.kept.tolist(), ways.left_out) == ([200, 200, 20], 150)


def test_what_is_just_over_ten_to_one_is_not_called_ten_to_one():
    assert (
        found(advise(labelled(*made({"fire": 303, "flood": 30}))), "skew").finding
        == "Labels of the training texts are skewed 10.1:1"
    )


def test_one_label_alone_has_none_to_merge_with():
    assert "merge" not in found(advise(labelled(*made({"fire": 80}))), "few documents").action


def test_a_rare_label_that_is_learnt_slowly_gets_a_learning_curve():
    advice = advise(labelled(*made({"fire": 600, "flood": 600, "quake": 90}, own=1)))
    finding = found(advice, "under-represented labels")
    assert finding.numbers["to_add"] == 90
    assert finding.numbers["f1_now"] == pytest.approx(float(finding.tables[0].rows[-1][1]), abs=5e-4)
    assert ("f1_then" in finding.numbers) == ("by the learning curve" in finding.action)
    assert [row[0] for row in finding.tables[0].rows] == ["8", "15", "30", "60"]


def test_a_label_with_a_handful_of_texts_is_not_guessed_at():
    advice = advise(labelled(*made({"fire": 300, "flood": 300, "quake": 9}, own=1)))
    assert "under-represented labels" in kinds([*advice.unsaid, *advice.findings])
    said = [each.why for each in advice.unsaid] + [each.action for each in advice.of("under-represented labels")]
    assert any("too uncertain" in each or "cannot be said" in each or "too few" in each for each in said)


def test_a_label_of_three_texts_is_not_called_in_order():
    advice = advise(labelled(*made({"fire": 200, "flood": 200, "quake": 3})))
    assert "under-represented labels" not in kinds(advice.fine)
    why = next(each.why for each in advice.unsaid if each.kind == "under-represented labels")
    assert why == "“quake” has 3 documents, too few for a learning curve"


def test_a_rare_label_that_is_always_found_has_nothing_to_gain():
    advice = advise(labelled(*made({"fire": 240, "flood": 240, "quake": 60})))
    assert not advice.of("under-represented labels")
    assert any("“quake”" in each.says and "more would gain nothing" in each.says for each in advice.fine)


def test_copies_of_a_text_without_words_are_copies():
    texts, labels = made()
    advice = advise(labelled([*texts, *["🔥🔥"] * 20], [*labels, *["fire"] * 10, *["flood"] * 10]))
    assert found(advice, "exact duplicates").numbers["documents"] == 19
    assert "near duplicates" in kinds(advice.fine)
    assert found(advice, "conflicting duplicates").numbers["documents"] == 20


def test_texts_to_learn_from_are_not_linked_by_a_text_to_test_on():
    words = [f"word{at}" for at in range(40)]
    one, two, three = (" ".join([*words[at : at + 34]]) for at in (0, 3, 6))
    texts, labels = made()
    advice = advise(labelled([*texts, one, three], [*labels, "fire", "fire"]), test=labelled([two], ["fire"]))
    assert found(advice, "leak").numbers["documents"] == 1
    assert "near duplicates" in kinds(advice.fine)


def test_too_few_texts_to_learn_from_are_told_with_what_is_needed():
    advice = advise(labelled(["smoke", "water", "smoke", "water"], ["fire", "flood", "fire", "flood"]))
    assert kinds(advice.unsaid) == {"baseline", "separability", "label noise", "under-represented labels"}
    assert "at least 60 texts" in advice.unsaid[0].why


def test_without_scikit_learn_the_rest_is_still_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn.feature_extraction.text", None)
    advice = advise(labelled(*made()))
    assert "pip install 'mercalli[train]'" in advice.unsaid[0].why
    assert {"skew", "leak", "exact duplicates"} <= kinds(advice.fine)


def test_documents_with_several_labels_are_advised_on_too():
    texts, labels = made()
    both = [f"{label}|urgent" if at % 40 == 0 else label for at, label in enumerate(labels)]
    advice = advise(labelled(texts, both, mode="multi-label"))
    assert found(advice, "skew").numbers["least"] == 18
    assert kinds([*advice.findings, *advice.fine, *advice.unsaid]) == KINDS


def test_no_examples_means_no_texts_in_the_result():
    texts, labels = made()
    advice = advise(labelled([*texts, *texts[:30]], [*labels, *labels[30:60]]), examples=0)
    assert advice.findings
    assert not [text for text in texts if text in to_json(advice)]


@pytest.mark.parametrize(("name", "value"), [("level", 1.5), ("examples", -1)])
def test_settings_outside_their_range_are_refused(name, value):
    with pytest.raises(SettingError, match=f"`{name}` must be"):
        advise(labelled(*made()), **{name: value})


def test_a_text_is_judged_by_a_model_that_saw_no_copy_of_it():
    seen = []

    class Watched:
        def probabilities(self, train, flags, test):
            seen.append((set(groups[train]), set(groups[test])))
            return np.full((len(test), flags.shape[1]), 0.5)

    groups = np.repeat(np.arange(40), 3)
    flags = np.eye(2, dtype=bool)[np.repeat([0, 1], 60)]
    rare = np.array([True, False])
    UnseenAnswers.of(Watched(), flags, groups, rare, single=True, seed=0, progress=lambda *_: None)
    assert len(seen) == 12
    assert not any(train & test for train, test in seen)


@pytest.mark.parametrize("labels", [["fire", "flood"], ["fire", "fire", "flood", "flood"]])
def test_where_most_texts_are_copies_no_model_is_asked(labels):
    texts = [f"{label} number {at} of many words that all have" for at, label in enumerate(labels)]
    found = advise(labelled([*texts * 60], [*labels * 60]))
    assert "copies counted once" in next(each.why for each in found.unsaid if each.kind == "baseline")
    assert str(found).count("copies counted once") == 1
