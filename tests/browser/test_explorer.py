"""The page of decisions: thresholds to try with a slider, or a table of them without scripts."""

import pytest

from mercalli.tasks.scores.threshold.operating import OperatingPoints
from mercalli.tasks.scores.threshold.words import money, per_thousand, thresholds
from mercalli.text.numbers import count, number
from tests.browser.results import RESULTS

NAMES = ("decided", "undecided")
# What some places tell at every step of the slider, from nothing acted on to everything.
EVERY_STEP = """names => {
    const box = document.querySelector(".explorer"), slider = box.querySelector("input[type=range]");
    return Array.from({ length: Number(slider.max) + 1 }, (_, at) => {
        slider.value = String(slider.max - at);
        slider.dispatchEvent(new Event("input"));
        return names.map(name => box.querySelector(`[data-told="${name}"]`).textContent);
    });
}"""
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def told(found, name):
    """A number that the explorer shows."""
    return found.page.locator(f'.explorer [data-told="{name}"]').first.inner_text()


def move(found, by):
    """Moves the slider by the keyboard."""
    found.page.locator(".explorer input[type=range]").first.focus()
    for _ in range(abs(by)):
        found.page.keyboard.press("ArrowRight" if by > 0 else "ArrowLeft")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("name", NAMES)
def test_it_asks_for_nothing_complains_of_nothing_and_never_scrolls_sideways(opened, name, width, scripts):
    with opened(name, width, scripts=scripts) as found:
        assert [url for url in found.requests if not url.startswith(("file:", "data:"))] == []
        assert found.complaints == []
        found.page.locator("details").evaluate_all("all => { for (const each of all) each.open = true; }")
        assert found.page.evaluate(OVERFLOW) <= 0


def test_it_begins_at_the_chosen_threshold_with_the_numbers_of_the_result(opened):
    chosen = RESULTS["decided"]().systems[0].decision.chosen
    with opened("decided") as found:
        assert [told(found, name) for name in ("tp", "fp", "fn", "tn")] == [
            f"{part:,.0f}" for part in (chosen.tp, chosen.fp, chosen.fn, chosen.tn)
        ]
        assert told(found, "precision") == f"{chosen.measure('precision').value:.3f}"
        worth = next(each for each in chosen.measures if "per='case'" in each.metric)
        assert told(found, "worth") == f"{1000 * worth.value:,.0f}"


def test_moving_the_slider_by_keys_changes_counts_and_money(opened):
    with opened("decided") as found:
        before = {name: told(found, name) for name in ("threshold", "tp", "fp", "recall", "worth", "sentence")}
        move(found, -30)
        after = {name: told(found, name) for name in before}
        assert all(before[name] != after[name] for name in before)
        assert float(after["threshold"]) < float(before["threshold"])
        slider = found.page.locator(".explorer input[type=range]").first
        assert after["threshold"] in slider.get_attribute("aria-valuetext")


def test_the_highest_step_acts_on_nothing(opened):
    with opened("decided") as found:
        found.page.locator(".explorer input[type=range]").first.focus()
        found.page.keyboard.press("End")
        assert (told(found, "threshold"), told(found, "tp"), told(found, "precision")) == ("nothing", "0", "-")


def test_a_mark_moves_along_every_curve(opened):
    with opened("decided") as found:
        move(found, 20)
        marks = found.page.locator(".moving")
        assert marks.count() == found.page.locator(".line.explored").count() >= 5
        assert marks.evaluate_all("all => all.every(each => getComputedStyle(each).visibility === 'visible')")


def test_other_prices_change_the_worth_and_the_best_point(opened):
    with opened("decided") as found:
        before = told(found, "worth"), told(found, "threshold")
        found.page.locator("[data-price=cost_fp]").first.fill("90")
        assert told(found, "worth") != before[0]
        assert told(found, "threshold") == before[1]
        found.page.locator("[data-go=best]").first.click()
        assert float(told(found, "threshold")) > float(before[1])
        found.page.locator("[data-go=chosen]").first.click()
        assert told(found, "threshold") == before[1]


def test_the_best_point_at_the_given_prices_is_the_chosen_one(opened):
    with opened("decided") as found:
        before = told(found, "threshold")
        move(found, -40)
        found.page.locator("[data-go=best]").first.click()
        assert told(found, "threshold") == before


def test_the_best_point_at_other_prices_keeps_to_the_bounds_asked_for(opened):
    with opened("bounded") as found:
        chosen = told(found, "threshold")
        found.page.locator("[data-price=cost_fn]").first.fill("40000")
        move(found, -40)
        best = found.page.locator("[data-go=best]").first
        best.click()
        assert "within the bounds asked for" in best.inner_text()
        assert (told(found, "threshold"), float(told(found, "fpr")) <= 0.1) == (chosen, True)


def test_every_step_is_rounded_as_the_rest_of_the_page_rounds(opened):
    result = RESULTS["bounded"]()
    points, told_names = (
        OperatingPoints.of(result, result.systems[0]),
        ("threshold", "alerts", "tp", "precision", "worth"),
    )
    counts = points.counts
    expected = [
        [
            points.text[at],
            per_thousand(counts.alarms[at], counts.total[at]),
            count(counts.tp[at]),
            "-" if not at else number(points.columns["precision"][at], 3),
            money(points.columns["worth_per_1000"][at]),
        ]
        for at in range(len(points.text))
    ]
    with opened("bounded") as found:
        assert found.page.evaluate(EVERY_STEP, told_names) == expected
    assert any((1000 * part / 2000) % 1 == 0.5 for part in counts.alarms)


def test_thresholds_in_the_table_are_those_of_the_sentence_and_of_the_explorer(opened):
    chosen = thresholds(RESULTS["decided"]().systems[0].decision)[0]
    with opened("decided") as found:
        assert told(found, "threshold") == chosen
        assert found.page.locator(".chosen-point th").first.text_content().split()[0] == chosen


@pytest.mark.parametrize("name", NAMES)
def test_without_scripts_a_table_of_operating_points_stands_there_instead(opened, name):
    with opened(name, scripts=False) as found:
        assert found.page.locator(".explorer").locator("visible=true").count() == 0
        assert found.page.locator(".points tbody tr:visible").count() >= 20
        assert found.page.locator(".points .chosen-point").count() == len(RESULTS[name]().systems)


def test_bounds_that_no_threshold_keeps_are_told_first(opened):
    with opened("undecided") as found:
        assert found.page.locator(".verdict .warns").first.inner_text().startswith("No threshold meets both bounds")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("name", "width"), [("decided", 390), ("undecided", 1280)])
def test_axe_finds_no_violation(opened, flaws, name, width, theme):
    with opened(name, width, theme=theme) as found:
        found.page.locator("details").evaluate_all("all => { for (const each of all) each.open = true; }")
        assert flaws(found.page) == ""


def test_every_table_says_what_it_is(opened):
    with opened("decided") as found:
        assert found.page.locator("table:not(:has(caption))").count() == 0
        assert found.page.locator("th:not([scope])").count() == 0
