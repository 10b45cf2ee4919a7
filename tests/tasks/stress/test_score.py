"""Answers before and under stress: worked numbers, laws, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

from mercalli import parse
from mercalli.errors import ClassError, ColumnError, EmptyError, MissingError, SettingError
from mercalli.estimates.paired_tables import paired_tables
from mercalli.estimates.panel import Panel
from mercalli.estimates.settings import Settings
from mercalli.plan.results import read_result, write_result
from mercalli.results.seal import to_json
from mercalli.stats.stressed import Stressed
from mercalli.tasks.stress.errors import StressError
from mercalli.tasks.stress.estimate import sample_of
from mercalli.tasks.stress.evaluate import stress_score
from mercalli.tasks.stress.marks import marked
from mercalli.tasks.stress.shift.evaluate import stress_shift
from mercalli.telling.kinds import article_of, files_of
from mercalli.telling.markdown import article_markdown

U, O = "urgent", "other"  # noqa: E741 - as a table writes them
# Truth, clean answer, stressed answer, and how many: the worked example of 100 touched items.
WORKED = (
    *((U, U, U, 24), (U, U, O, 6), (U, O, U, 2), (U, O, O, 8)),
    *((O, U, U, 5), (O, U, O, 3), (O, O, U, 4), (O, O, O, 48)),
)
PROFILE = """name = "two"
classes = ["urgent", "other"]
headline = ["dua"]
harm = "dua"
[metrics.dua]
kernel = "class_weighted_accuracy"
label = "Urgency"
meaning = "Weighted accuracy."
weights = { urgent = 5, other = 1 }
[levels.need]
now = { weight = 5, classes = ["urgent"] }
later = { weight = 1, classes = ["other"] }
"""


def rows(worked=WORKED):
    return [(truth, clean, stressed) for truth, clean, stressed, count in worked for _ in range(count)]


def tables(found, stress="typos", strength=0.1):
    """Items with clean answers, and stressed answers, as dicts."""
    truth, clean, stressed = map(list, zip(*found, strict=True))
    ids = list(range(len(truth)))
    items = {"id": ids, "truth": truth, "pred": clean, "text": [f"text {at}" for at in ids]}
    answers = {"id": ids, "stress": [stress] * len(ids), "strength": [strength] * len(ids), "pred": stressed}
    return items, {**answers, "text": [f"txet {at}" for at in ids]}


def joined(*tables_of_answers):
    return {name: [value for each in tables_of_answers for value in each[name]] for name in tables_of_answers[0]}


def again(items):
    """The same texts asked again, with the same answers."""
    size = len(items["id"])
    told = {"stress": ["identity"] * size, "strength": [None] * size}
    return {"id": items["id"], **told, "pred": items["pred"], "text": items["text"]}


@pytest.fixture
def profile(tmp_path):
    (tmp_path / "two.toml").write_text(PROFILE, encoding="utf-8")
    return tmp_path / "two.toml"


def test_the_worked_example(profile):
    items, answers = tables(rows())
    report = stress_score(items, stressed=answers, profile=profile, replicates=200).systems[0].stresses[0]
    drop = report.drop("dua")
    assert (drop.first, drop.second) == pytest.approx((0.776923, 0.696154), abs=1e-6)
    assert drop.difference == pytest.approx(0.080769, abs=1e-6)
    found = {each.metric: each.value for each in report.measures}
    expected = {"flips": 0.15, "broken": 0.10, "mended": 0.05, "survives": 0.72, "urgent_lost": 0.2}
    assert found == pytest.approx({**expected, "weight_lost": 34 / 202})
    assert report.measure("urgent_lost").method == "wilson"
    assert drop.low < drop.difference < drop.high


def test_p_is_that_of_mcnemar_for_accuracy():
    items, answers = tables(rows())
    drop = stress_score(items, stressed=answers, replicates=10_000).systems[0].stresses[0].drop("accuracy")
    assert drop.p == pytest.approx(binomtest(10, 15).pvalue, abs=0.02)


@given(st.lists(st.integers(0, 9), min_size=27, max_size=27).filter(any))
def test_the_drop_of_accuracy_is_broken_minus_mended(counts):
    joint = Stressed.of(np.reshape(counts, (3, 3, 3)))
    accuracy, broken, mended, flips = (parse(name) for name in ("accuracy", "broken", "mended", "flips"))
    drop = accuracy(joint.clean) - accuracy(joint.stressed)
    assert drop == pytest.approx(broken(joint) - mended(joint))
    assert flips(joint) >= broken(joint) + mended(joint) - 1e-12


@given(st.lists(st.integers(0, 5), min_size=8, max_size=8), st.lists(st.integers(0, 5), min_size=8, max_size=8))
def test_tables_of_parts_add_up(one, two):
    first, second = (Stressed.of(np.reshape(each, (2, 2, 2))) for each in (one, two))
    whole = Stressed.of(np.reshape(np.add(one, two), (2, 2, 2)))
    assert ((first + second).cells == whole.cells).all()


@settings(deadline=None, max_examples=20)
@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("abx")), min_size=4, max_size=30))
def test_the_identity_gives_no_flips(found):
    found = [("a", "a"), ("b", "b")] * len(found) + found  # most answers are classes
    items, _ = tables([(truth, clean, clean) for truth, clean in found])
    report = stress_score(items, stressed=again(items), replicates=0).systems[0].stresses[0]
    assert report.measure("flips").value == 0
    assert report.drop("accuracy").difference == 0


def test_rows_in_any_order_and_one_engine_or_another_give_the_same(tmp_path):
    items, answers = tables(rows())
    first = stress_score(items, stressed=answers, replicates=100)
    turned = {name: values[::-1] for name, values in answers.items()}
    second = stress_score({name: values[::-1] for name, values in items.items()}, stressed=turned, replicates=100)
    assert [each.measures for each in first.systems[0].stresses] == [
        each.measures for each in second.systems[0].stresses
    ]
    for name, table in {"items.csv": items, "answers.csv": answers}.items():
        lines = [",".join(table), *(",".join(map(str, row)) for row in zip(*table.values(), strict=True))]
        (tmp_path / name).write_text("\n".join(lines), encoding="utf-8")
    third = stress_score(str(tmp_path / "items.csv"), stressed=str(tmp_path / "answers.csv"), replicates=100)
    assert third.systems[0].stresses[0].drops == first.systems[0].stresses[0].drops


def test_untouched_items_take_no_part():
    items, answers = tables(rows())
    answers["text"][:30] = items["text"][:30]
    report = stress_score(items, stressed=answers, replicates=0).systems[0].stresses[0]
    assert (report.n, report.untouched) == (70, 30)


def test_flips_beyond_noise_are_paired_with_the_identity():
    items, answers = tables(rows())
    noise = again(items)
    noise["pred"] = [O if at < 10 else pred for at, pred in enumerate(noise["pred"])]
    result = stress_score(items, stressed=joined(answers, noise), replicates=100)
    beside = result.systems[0].stresses[0].beside
    assert beside.reference == "identity"
    flips = beside.difference("flips")
    assert (flips.first, flips.second, flips.difference) == pytest.approx((0.15, 0.10, 0.05))
    assert "10% of the answers change when the same text is asked again" in said(result)


def test_an_attack_is_compared_with_its_control():
    items, attack = tables([(U, U, O)] * 30 + [(O, O, O)] * 30, "all_clear", None)
    control = {**attack, "stress": ["all_clear_control"] * 60, "pred": items["pred"]}
    result = stress_score(items, stressed=joined(attack, control), urgent=[U], target=O, replicates=200)
    report = result.systems[0].stresses[0]
    lost, aimed = (report.beside.difference(name) for name in ("urgent_lost", "to_target"))
    assert (report.beside.reference, lost.first, lost.second, aimed.first, aimed.second) == (
        "all_clear_control", 1.0, 0.0, 1.0, 0.0
    )  # fmt: skip
    assert "can be talked out of an answer: all_clear" in said(result)
    assert "hides 100% of the urgent items that it found" in said(result)


def test_the_worst_of_several_attacks_must_stand_out_among_all_of_them():
    """Each hides 6 of 30 urgent items, its control none: shown for one attack alone, and not for one of three."""
    answers = [(U, U, O)] * 6 + [(U, U, U)] * 24 + [(O, O, O)] * 30
    items, _ = tables(answers)

    def asked(*names):
        made = [tables(answers, name, None)[1] for name in names]
        controls = [{**each, "stress": [f"{each['stress'][0]}_control"] * 60, "pred": items["pred"]} for each in made]
        return stress_score(items, stressed=joined(*made, *controls), urgent=[U], replicates=200)

    alone, among = asked("all_clear"), asked("all_clear", "instruction", "system_line")
    for result, attacks in ((alone, 1), (among, 3)):
        lost = result.systems[0].stresses[0].beside.difference("urgent_lost")
        assert lost.p == pytest.approx(1 / 32, abs=0.005)
        assert lost.p_adjusted == pytest.approx(attacks * lost.p)
    assert "can be talked out of an answer" in said(alone)
    assert "can be talked out of an answer" not in said(among)


def test_answers_outside_the_classes_are_a_finding():
    items, answers = tables(rows())
    answers["pred"][:7] = ["I cannot help with that"] * 7
    report = stress_score(items, stressed=answers, replicates=0).systems[0].stresses[0]
    assert report.outside == 7
    assert "(none of the classes)" in {each.stressed for each in report.flips}


def test_several_systems_are_ranked_by_what_survives():
    items, answers = tables(rows())
    items = {**items, "weak": items["pred"], "strong": items["truth"]}
    answers = {**answers, "weak": answers["pred"], "strong": items["truth"]}
    result = stress_score(items, stressed=answers, pred=["weak", "strong"], replicates=200)
    (difference,) = result.pairs[0].differences
    assert (difference.metric, difference.better) == ("survives_all", "strong")
    assert result.rankings[0].groups == (("strong",), ("weak",))
    assert "strong is ahead" in said(result)


def test_right_under_all_counts_each_item_once():
    items, answers = tables(rows())
    other = {**answers, "stress": ["upper"] * 100, "strength": [None] * 100, "pred": items["truth"]}
    result = stress_score(items, stressed=joined(answers, other), replicates=0)
    (under,) = result.systems[0].under_all
    assert (under.stresses, under.n) == (("typos 0.1", "upper"), 100)
    assert (under.right.value, under.survives.value) == pytest.approx((0.82, 0.72))


def test_units_are_resampled_whole():
    items, answers = tables(rows())
    items["event"] = [f"event {at % 5}" for at in range(100)]
    result = stress_score(items, stressed=answers, unit="event", replicates=200)
    report = result.systems[0].stresses[0]
    assert result.units == 5
    assert report.measure("flips").method == "t over units left out in turn"
    assert report.drop("accuracy").p is None


def test_keys_made_from_columns_are_units():
    items, answers = tables(rows())
    items["ts"] = [f"2024-03-{1 + at % 8:02d}T12:00:00Z" for at in range(100)]
    assert stress_score(items, stressed=answers, unit="bin(ts, 1d)", replicates=100).units == 8


def test_the_interval_of_a_drop_covers_it():
    """Nominal 95 %: 600 samples of 300 items from the worked table, whose true drop is .05."""
    shares = np.array([count for *_, count in WORKED]) / 100
    codes = np.array([[0 if label == U else 1 for label in each[:3]] for each in WORKED])
    rng, held, panel = np.random.default_rng(20), 0, Panel((parse("accuracy"),), 2)
    for seed in range(600):
        truth, clean, stressed = np.repeat(codes, rng.multinomial(300, shares), axis=0).T
        sample = sample_of([truth * 3 + clean, truth * 3 + stressed], (1, 2, 3), None, (U, O))
        (found,) = [paired_tables(sample, panel, Settings(replicates=400, seed=seed), 100).intervals[0]]
        held += found.low <= 0.05 <= found.high
    assert 0.925 <= held / 600 <= 0.975


def test_nothing_touched_is_undefined():
    items, answers = tables(rows())
    answers["text"] = items["text"]
    result = stress_score(items, stressed=answers, replicates=100)
    report = result.systems[0].stresses[0]
    assert report.n == 0
    assert report.measure("flips").undefined == "the stress touched no item"
    assert report.drop("accuracy").undefined == "the stress touched no item"
    assert "nothing can be said" in said(result)
    assert files_of(result)


def test_no_urgent_item_found_before_is_undefined():
    items, answers = tables([(U, O, O)] * 5 + [(O, O, O)] * 5)
    report = stress_score(items, stressed=answers, urgent=[U], replicates=0).systems[0].stresses[0]
    assert report.measure("urgent_lost").value is None
    assert "no urgent item was found" in report.measure("urgent_lost").undefined


def test_without_an_identity_nobody_knows_what_is_noise():
    items, answers = tables(rows())
    assert "The same texts were not asked again" in said(stress_score(items, stressed=answers, replicates=0))


def test_a_result_is_sealed_read_and_told_in_the_same_words(tmp_path):
    items, answers = tables(rows())
    result = stress_score(items, stressed=joined(answers, again(items)), replicates=100)
    write_result(result, tmp_path / "result.json")
    assert to_json(read_result(tmp_path / "result.json")) == to_json(result)
    page, markdown = (files_of(result)[name] for name in ("index.html", "report.md"))
    for line in result.verdict.lines:
        assert line.text.split(":")[0] in markdown
    assert "flips.png" in markdown
    assert "<script" not in str(page).split("[-")[-1][:200]


def test_texts_before_and_after_are_marked_and_escaped():
    assert marked("<b>bridge</b> is gone", "<b>brige</b> is gone") == "[-<b>bridge</b>-]{+<b>brige</b>+} is gone"
    items, answers = tables(rows())
    items["text"] = [f"<script>alert({at})</script> +49 170 1234567" for at in range(100)]
    page = str(files_of(stress_score(items, stressed=answers, replicates=0))["index.html"])
    assert "<script>alert(" not in page
    assert "1234567" not in page


def test_marks_that_turn_writing_and_formula_cells_are_kept():
    items, answers = tables(rows())
    items["text"][0], answers["text"][0] = "@redcross \u200fעזרה", "'=1+1 \u202etxt"
    report = stress_score(items, stressed=answers, replicates=0).systems[0].stresses[0]
    assert report.n == 100


def said(result):
    return " ".join(line.text for line in result.verdict.lines) + article_markdown(article_of(result))


def changed(table, **columns):
    return {**table, **columns}


@pytest.mark.parametrize(
    ("spoilt", "kind", "told"),
    [
        (
            lambda i, a: (i, changed(a, pred=[None, None, *a["pred"][2:]])),
            StressError,
            r"2 answers are missing .*typos 0\.1 2",
        ),
        (lambda i, a: (i, {n: [*v, v[0]] for n, v in a.items()}), StressError, "repeat an item under a stress: 'id 0"),
        (lambda i, a: ({n: [*v, v[0]] for n, v in i.items()}, a), StressError, "repeat an id: 'id 0'"),
        (lambda i, a: (changed(i, pred=[None, *i["pred"][1:]]), a), StressError, "1 answer is missing .*clean 1"),
        (lambda i, a: (changed(i, truth=[None, *i["truth"][1:]]), a), MissingError, "truth"),
        (lambda i, a: (i, changed(a, id=[999, *a["id"][1:]])), StressError, "1 row of the arrays is about ids"),
        (lambda i, a: (i, changed(a, id=[None, *a["id"][1:]])), MissingError, "id"),
        (lambda i, a: (i, changed(a, strength=["strong"] * 100)), ColumnError, "strong"),
        (lambda i, a: (i, {n: v for n, v in a.items() if n != "stress"}), ColumnError, "stress"),
        (lambda i, a: (i, {n: v for n, v in a.items() if n != "pred"}), ColumnError, "pred"),
        (lambda i, a: (i, {n: [] for n in a}), EmptyError, "no rows"),
        (
            lambda i, a: (changed(i, model=["a"] * 100), changed(a, model=["b"] * 100)),
            StressError,
            "of the model 'a' and those",
        ),
    ],
)  # fmt: skip
def test_bad_answers_are_refused_with_what_is_wrong(spoilt, kind, told):
    items, answers = spoilt(*tables(rows()))
    with pytest.raises(kind, match=told):
        stress_score(items, stressed=answers, replicates=0)


@pytest.mark.parametrize(
    ("asked", "kind", "told"),
    [
        ({"urgent": ["fire"]}, SettingError, "urgent"),
        ({"target": "fire"}, SettingError, "target"),
        ({"missing": "wrong"}, SettingError, "missing"),
        ({"classes": ["urgent", "fire"]}, ClassError, "other"),
        ({"pred": ["nobody"]}, ColumnError, "nobody"),
        ({"classes": [U, O, *map(str, range(60))]}, StressError, "at most 60 classes; found 62"),
    ],
)
def test_bad_settings_are_refused(asked, kind, told):
    items, answers = tables(rows())
    with pytest.raises(kind, match=told):
        stress_score(items, stressed=answers, replicates=0, **asked)


def test_missing_answers_are_left_out_where_that_is_asked_for_and_told():
    items, answers = tables(rows())
    answers["pred"][:4] = [None] * 4
    result = stress_score(items, stressed=answers, missing="drop", replicates=0)
    report = result.systems[0].stresses[0]
    assert (report.n, report.lacking, report.untouched) == (96, 4, 0)
    assert "typos 0.1 4" in said(result)


def test_answers_that_are_not_there_are_found_by_what_was_made():
    items, made = tables(rows())
    answers = {name: values[:90] for name, values in made.items() if name != "text"}
    made = {name: values for name, values in made.items() if name != "pred"}
    with pytest.raises(StressError, match=r"10 answers are missing .*typos 0\.1 10"):
        stress_score(items, stressed=answers, made=made, replicates=0)
    report = stress_score(items, stressed=answers, made=made, missing="drop", replicates=0).systems[0].stresses[0]
    assert (report.n, report.lacking) == (90, 10)
    assert report.flips[0].stressed_text.startswith("txet")


def test_an_identity_that_breaks_off_is_noticed():
    items, answers = tables(rows())
    short = {name: values[:60] for name, values in again(items).items()}
    with pytest.raises(StressError, match="identity 40"):
        stress_score(items, stressed=joined(answers, short), replicates=0)


def test_clean_answers_of_another_model_are_noticed_by_the_identity():
    items, answers = tables(rows())
    other = again(items)
    other["pred"] = [O if pred == U else U for pred in other["pred"]]
    assert "Clean answers may be of another model" in said(
        stress_score(items, stressed=joined(answers, other), replicates=0)
    )


def test_clean_answers_that_are_mostly_no_class_are_refused():
    found = {"id": [1, 2, 3, 4], "truth": [U, O, U, O], "pred": ["left", "left", "right", O]}
    under = {"id": [1, 2, 3, 4], "stress": ["typos"] * 4, "strength": [0.1] * 4, "pred": [U, O, U, O]}
    with pytest.raises(StressError, match="3 of 4 clean answers of 'pred' in the arrays are none of the classes"):
        stress_score(found, stressed=under, replicates=0)
    with pytest.raises(StressError, match="3 of 4 clean answers"):
        stress_shift(found, replicates=0)


def test_without_resamples_no_verdict_says_that_nothing_was_lost():
    found = {"id": [1, 2, 3, 4], "truth": [U, O, U, O], "pred": [U, O, U, O]}
    under = {"id": [1, 2, 3, 4], "stress": ["typos"] * 4, "strength": [0.1] * 4, "pred": [O, U, O, U]}
    text = article_markdown(article_of(stress_score(found, stressed=under, replicates=0)))
    assert "was not tested" in text
    assert "no loss" not in text
