import re
from dataclasses import replace

import pytest
from matplotlib.font_manager import fontManager

from mercalli.results.measure import BandCard
from mercalli.tasks.labels.figures.names import BOX, FIRST
from mercalli.telling.figures.lettering import width_of, wrapped
from mercalli.text.numbers import share_text, value_text
from tests.telling.pictures import HOSTILE, case, result, words, words_of

COMPARISON, LEVELS = "comprehensive_metrics_comparison", "actionability_breakdown"
MATRICES, CORRELATION = "enhanced_confusion_matrices", "metrics_correlation"
SIX = ("accuracy", "f1_weighted", "f1_macro", "dua", "ecs", "ar")


@pytest.mark.parametrize("name", ["one system", "demonstration", "seven systems", "forty systems"])
def test_every_system_has_its_value_of_the_six_metrics_in_figures(name):
    texts = words(name, COMPARISON)
    values = [system.measure(metric).value for system in case(name).systems for metric in SIX]
    assert all(any(text.startswith(value_text(value)) for text in texts) for value in values)


def test_intervals_stand_in_brackets_beside_few_systems():
    dua = case("demonstration").systems[0].measure("dua")
    assert f"{value_text(dua.value)} [{value_text(dua.low)}, {value_text(dua.high)}]" in words(
        "demonstration", COMPARISON
    )


def test_the_baseline_the_bands_and_the_floor_are_explained():
    texts = words("demonstration", COMPARISON)
    assert {"what always predicting the most frequent class gets", "excellent", "Attainable floor of ECS"} <= set(texts)
    assert "Bands of ecs, ar, in greys: excellent from 0.8, good from 0.7" in " ".join(texts)


def test_the_floor_is_told_in_words_among_many_systems():
    assert any("Attainable floor of ECS: 0." in text for text in words("forty systems", COMPARISON))


def test_all_of_the_headline_is_shown_where_the_profile_has_no_metrics_of_its_own():
    assert {"Accuracy", "Matthews correlation", "Cohen's kappa"} <= set(words("two systems", COMPARISON))


def test_metrics_asked_for_are_all_shown():
    texts = words_of(result(2, metrics=["dua", "mcc"], profile="humaid"), COMPARISON)
    assert {"Disaster urgency awareness", "Matthews correlation"} <= set(texts)


def test_many_systems_stand_best_first():
    names = [text for text in words("forty systems", COMPARISON) if re.fullmatch(r"model_\d+", text)]
    ranked = sorted(case("forty systems").systems, key=lambda system: -system.measure("dua").value)
    assert names == [system.name for system in ranked]


def test_undefined_values_are_named_with_their_reason():
    texts = words("undefined", COMPARISON)
    assert texts.count("undefined") == 2
    assert "Accuracy is undefined where there is nothing." in texts


def test_levels_come_with_rows_weight_and_response():
    texts = words("demonstration", LEVELS)
    assert "Accuracy by level of actionability" in texts
    assert "n = 700, weight 4 response: respond at once" in texts


def test_levels_of_several_scales_say_which():
    found = result(1, profile="humaid")
    first, *others = found.systems[0].levels
    system = replace(found.systems[0], levels=(replace(first, levels="care"), *others))
    texts = words_of(replace(found, systems=(system,)), LEVELS)
    assert {"Accuracy by level of care and actionability", "high action (care)"} <= set(texts)


def test_without_levels_recall_by_class_is_shown_and_said():
    texts = words("two systems", LEVELS)
    assert {"Recall by class, because the profile has no levels", "injured or dead people"} <= set(texts)


def test_of_a_hundred_classes_the_largest_are_shown_and_the_rest_counted():
    assert "The 24 classes with most rows; 76 others are left out." in words("hundred classes", LEVELS)


def test_matrices_hold_counts_and_shares():
    table = case("one system").systems[0].table
    row = table.cells[0]
    texts = words("one system", MATRICES)
    assert f"{row[0]:.0f} {share_text(row[0] / sum(row))}" in texts


def test_rows_and_columns_of_matrices_have_level_and_weight():
    texts = words("one system", MATRICES)
    assert texts.count("high action") == 2
    assert texts.count("injured or dead people weight 5") == 2


def test_predictions_outside_the_classes_have_a_column():
    assert "(outside the classes)" in words("outside", MATRICES)
    assert "(outside the classes)" not in words("two systems", MATRICES)


def test_of_forty_systems_the_best_and_worst_matrices_are_shown_with_their_ranks():
    texts = words("forty systems", MATRICES)
    ranks = [int(text.split(".")[0]) for text in texts if re.fullmatch(r"\d+\. model_\d+", text)]
    assert ranks == [*range(1, 7), *range(35, 41)]
    assert any("28 between them are left out." in text for text in texts)


@pytest.mark.parametrize(
    ("name", "over"),
    [("demonstration", "4 systems"), ("one system", "100 resamples"), ("two systems", "200 resamples")],
)
def test_correlations_say_over_what_and_over_how_many(name, over):
    texts = words(name, CORRELATION)
    assert texts[0] == f"How metrics move together, over {over}"


def test_correlations_are_those_of_the_result():
    found = case("demonstration").correlation
    at = found.metrics.index("dua"), found.metrics.index("balanced_accuracy")
    assert f"{found.values[at[0]][at[1]]:+.2f}" in words("demonstration", CORRELATION)


def test_correlations_over_slices_say_so():
    found = result(1)
    over = replace(found.correlation, over="slices", n=7)
    assert words_of(replace(found, correlation=over), CORRELATION)[0] == "How metrics move together, over 7 slices"


def test_undefined_correlations_are_dashes():
    texts = words("one class", CORRELATION)
    assert "\N{EN DASH}" in texts
    assert "undefined, because one of the two does not vary" in texts


def test_without_a_correlation_the_picture_says_why():
    assert any(text.startswith("Correlations need three systems") for text in words("nothing resampled", CORRELATION))
    assert any("only one metric" in text for text in words_of(result(1, metrics="accuracy"), CORRELATION))


@pytest.mark.parametrize("file", [COMPARISON, MATRICES])
def test_dollars_are_dollars(file):
    assert any("$x_1$" in text for text in words("hostile names", file))


def test_names_are_one_line_without_control_characters():
    texts = words("hostile names", MATRICES)
    assert "two lines and a tab" in texts
    assert not any(sign in text for text in texts for sign in "\u202e\u0007\t")


def test_letters_that_no_font_has_are_boxes_and_names_stay_apart(monkeypatch):
    shipped = [font for font in fontManager.ttflist if font.name == FIRST]
    monkeypatch.setattr(fontManager, "ttflist", shipped)
    texts = words_of(result(names=list(HOSTILE[1:3])), COMPARISON)
    assert {BOX * 8 + " (1)", BOX * 8 + " (2)"} <= set(texts)
    assert any(text.startswith(f"{BOX} stands for a letter") for text in texts)


def test_bands_whose_names_have_no_room_are_told_below():
    found = result(2, profile="humaid")
    bands = (BandCard("a name far too long for the little room it has", 0.97, ""), BandCard("poor", 0.0, ""))
    cards = tuple(replace(card, bands=bands) if card.metric == "dua" else card for card in found.metrics)
    texts = words_of(replace(found, metrics=cards), COMPARISON)
    assert bands[0].name not in texts
    assert any(f"{bands[0].name} from 0.97" in text for text in texts)


def test_texts_are_broken_between_words_and_after_underscores():
    assert wrapped("one two_three", width_of("one two_") + 0.01) == "one two_\nthree"


def test_texts_that_have_no_room_end_in_dots():
    assert wrapped("one two three four", width_of("three") + 0.1, most=2).endswith("…")
