"""Groups side by side: values, gaps, gates, and what is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from fairlearn.metrics import MetricFrame, equal_opportunity_difference
from sklearn.metrics import accuracy_score

import mercalli
from mercalli.errors import GateError, SettingError
from mercalli.tasks.parity.errors import GroupError
from mercalli.tasks.parity.names import plain_language

CLASSES = ["help", "other"]


def rows(found: dict[str, tuple[int, int]], others: int = 30) -> dict[str, list[str]]:
    """Urgent messages of each language, of which some are found, and others that are all right."""
    columns: dict[str, list[str]] = {"truth": [], "pred": [], "language": []}
    for language, (hits, urgent) in found.items():
        columns["truth"] += ["help"] * urgent + ["other"] * others
        columns["pred"] += ["help"] * hits + ["other"] * (urgent - hits) + ["other"] * others
        columns["language"] += [language] * (urgent + others)
    return columns


THREE = {"en": (90, 100), "es": (40, 50), "tl": (12, 20)}
ASKED = {
    "truth": "truth",
    "pred": "pred",
    "by": "language",
    "classes": CLASSES,
    "urgent": "help",
    "metrics": "accuracy",
}


def test_the_gap_of_three_languages_by_hand() -> None:
    gap = mercalli.parity(rows(THREE), **ASKED)["pred"].gap("urgent_recall")
    assert gap.gap.value == pytest.approx(0.3)
    assert (gap.gap.low, gap.gap.high) == pytest.approx((0.057, 0.545), abs=0.003)  # z of 1.96 instead of 2
    assert gap.spread.value == pytest.approx(0.1109, abs=0.001)
    assert (gap.best, gap.worst) == ("en", "tl")
    assert gap.apart == (("en", "tl"),)


def test_values_are_those_of_fairlearn() -> None:
    rng = np.random.default_rng(5)
    data = {
        "truth": rng.choice(CLASSES, 500),
        "pred": rng.choice(CLASSES, 500),
        "language": rng.choice(["ar", "en", "fr"], 500),
    }
    system = mercalli.parity(data, **ASKED)["pred"]
    given = {"sensitive_features": data["language"]}
    frame = MetricFrame(metrics=accuracy_score, y_true=data["truth"], y_pred=data["pred"], **given)
    urgent = equal_opportunity_difference(data["truth"] == "help", data["pred"] == "help", **given)
    assert {group.values[0]: group.measure("accuracy").value for group in system.slices} == pytest.approx(
        frame.by_group.to_dict()
    )
    assert system.gap("accuracy").gap.value == pytest.approx(frame.difference())
    assert system.gap("urgent_recall").gap.value == pytest.approx(urgent)


def test_equal_groups_have_an_interval_that_holds_no_gap() -> None:
    gap = mercalli.parity(rows({"en": (80, 100), "es": (79, 100), "fr": (82, 100)}), **ASKED)["pred"].gap(
        "urgent_recall"
    )
    assert gap.gap.low == 0
    assert gap.spread.value == 0


def test_names_of_groups_change_no_gap() -> None:
    other = {{"en": "xx", "es": "aa", "tl": "mm"}[name]: each for name, each in THREE.items()}
    first, second = (mercalli.parity(rows(each), **ASKED)["pred"].gap("urgent_recall").gap for each in (THREE, other))
    assert (first.value, first.low, first.high) == pytest.approx((second.value, second.low, second.high), abs=0.005)


def test_small_groups_are_listed_and_take_no_part() -> None:
    system = mercalli.parity(rows({**THREE, "de": (0, 3)}), **ASKED)["pred"]
    assert system.gap("urgent_recall").small == ("de",)
    assert system.gap("accuracy").small == ()
    assert any("1 group is too small for the gap in urgent_recall" in note for note in system.notes)


def test_a_language_without_urgent_items_has_no_recall() -> None:
    group = mercalli.parity(rows({**THREE, "de": (0, 0)}), **ASKED)["pred"].slices[0]
    assert group.values == ("de",)
    assert group.measure("urgent_recall").undefined == "no item is urgent"


def test_one_language_has_no_gap() -> None:
    gap = mercalli.parity(rows({"en": (9, 20)}), **ASKED)["pred"].gap("urgent_recall").gap
    assert gap.value is None
    assert gap.undefined == "a gap needs two groups, and only one is large enough"


def test_the_unknown_language_stays_apart() -> None:
    system = mercalli.parity(rows({**THREE, "und": (0, 40)}), **ASKED)["pred"]
    assert system.gap("urgent_recall").gap.value == pytest.approx(0.3)
    assert "und" in {group.values[0] for group in system.slices}
    assert any("rows of no known group (und)" in note for note in system.notes)


def test_like_for_like_takes_the_mix_away() -> None:
    data = {"truth": [], "pred": [], "language": []}
    for language, (urgent, others) in {"en": (20, 180), "es": (180, 20)}.items():
        data["truth"] += ["help"] * urgent + ["other"] * others
        data["pred"] += ["help"] * (urgent // 2) + ["other"] * (urgent - urgent // 2) + ["other"] * others
        data["language"] += [language] * (urgent + others)
    gap = mercalli.parity(data, **ASKED)["pred"].gap("accuracy")
    assert gap.gap.value == pytest.approx(0.4)
    assert gap.alike is not None
    assert gap.alike.value == pytest.approx(0.0)
    assert mercalli.parity(data, **ASKED, mix="none")["pred"].gap("accuracy").alike is None


def test_differences_from_a_reference() -> None:
    gap = mercalli.parity(rows(THREE), **ASKED, reference="en")["pred"].gap("urgent_recall")
    assert [(each.metric, round(each.value or 0, 6)) for each in gap.to_reference] == [("es", -0.1), ("tl", -0.3)]


def test_gates_look_at_gap_and_spread() -> None:
    gates = ["gap:language.urgent_recall<=0.15", "spread:language.accuracy<=0.5", "gap:language.urgent_recall.low<=0.2"]
    result = mercalli.parity(rows(THREE), **ASKED, gates=gates)
    assert [gate.passed for gate in result.gates] == [False, True, True]
    assert "misses its gate" in str(result)


def test_units_are_drawn_together_over_groups() -> None:
    data = rows(THREE)
    data["author"] = [f"a{at % 12}" for at in range(len(data["truth"]))]
    system = mercalli.parity(data, **ASKED, unit="author")["pred"]
    assert system.slices[0].measure("urgent_recall").method == "t over units left out in turn"
    assert system.gap("urgent_recall").gap.low is not None


@pytest.mark.parametrize(
    ("changed", "error", "says"),
    [
        ({"reference": "de"}, GroupError, "'de' does not occur in 'language'"),
        ({"urgent": "halp"}, SettingError, "`urgent` names 'halp', which is no class. Did you mean 'help'?"),
        ({"mix": "all"}, SettingError, "`mix` must be one of"),
        ({"mix": "reference"}, SettingError, "none is named"),
        ({"least": 0}, SettingError, "`least` must be a whole number of at least 1"),
        ({"by": None}, SettingError, "`by` is needed"),
        ({"same": "eng"}, SettingError, "`same` must be pairs of names"),
        ({"gates": ["gap:lang.accuracy<=0.1"]}, GateError, "lang"),
    ],
)
def test_what_cannot_be_asked_is_refused(changed: dict[str, object], error: type[Exception], says: str) -> None:
    with pytest.raises(error) as refused:
        mercalli.parity(rows(THREE), **{**ASKED, **changed})
    assert says in str(refused.value)


def test_a_column_of_texts_is_refused_before_every_pair_is_compared() -> None:
    data = {"truth": ["help"] * 501, "pred": ["help"] * 501, "language": [f"text {at}" for at in range(501)]}
    with pytest.raises(GroupError, match="'language' has 501 groups; more than 500 look like a mistake"):
        mercalli.parity(data, **ASKED)


def test_one_language_under_several_names_is_refused_with_a_map() -> None:
    data = rows({"en": (9, 20), "eng": (9, 20), "English": (9, 20), "EN-us": (9, 20)})
    with pytest.raises(GroupError) as refused:
        mercalli.parity(data, **ASKED)
    assert "--same eng=en,EN-us=en,English=en" in str(refused.value)
    merged = mercalli.parity(data, **ASKED, same="eng=en,EN-us=en,English=en")["pred"]
    assert [(group.values, group.n) for group in merged.slices] == [(("en",), 200)]
    apart = mercalli.parity(data, **ASKED, same="eng=en,English=en,EN-us=EN-us")["pred"]
    assert len(apart.slices) == 2


def test_languages_are_known_by_code_and_name() -> None:
    assert [plain_language(name) for name in ("pt-BR", "POR", "Portuguese", "phone")] == ["pt", "pt", "pt", "phone"]


def test_groups_that_are_events_are_told() -> None:
    data = rows(THREE)
    data["event"] = [f"event {language}" for language in data["language"]]
    notes = mercalli.parity(data, **ASKED)["pred"].notes
    assert "Each language is one event: parity by language and by event are the same here." in notes


def test_crisislex_languages(shared: Path) -> None:
    file = shared / "crisislex_preds" / "tfidf_logreg.parquet"
    result = mercalli.parity(str(file), truth="y_true", pred="y_pred", by="language_detected", metrics="accuracy")
    system = result["y_pred"]
    shown = {group.values[0]: (group.measure("accuracy").value, group.alike[0].value) for group in system.slices}
    assert shown["it"] == pytest.approx((0.521, 0.470), abs=0.001)
    assert shown["tl"] == pytest.approx((0.448, 0.379), abs=0.002)
    assert shown["en"] == pytest.approx((0.704, 0.698), abs=0.002)
    assert system.gap("accuracy").small == ("de", "id", "ms")
    assert any("111 of 113 rows of ru are 2013_Russia_meteor" in note for note in system.notes)


def test_the_page_and_the_tables_are_written(tmp_path: Path) -> None:
    result = mercalli.parity(rows(THREE), **ASKED, reference="en")
    mercalli.write_report(result, tmp_path / "report")
    assert {"index.html", "parity.png", "groups.csv", "gaps.csv", "report.md"} <= {
        file.name for file in (tmp_path / "report").iterdir()
    }
    assert mercalli.read_result(tmp_path / "report" / "result.json") == result
    assert "Urgent items are not found equally well in the 3 groups of language" in str(result)
