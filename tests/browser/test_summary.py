"""The summary of a result, printed by a browser: one side of A4, whatever the names are and however many systems."""

from __future__ import annotations

import re

import numpy as np
import pytest

import mercalli
from mercalli.plan.results import from_json
from mercalli.telling.kinds import files_of
from tests.results.mutations import KINDS, example
from tests.telling.hostile import hostile_result

LATIN = ["injured_or_dead_people", "requests_or_urgent_needs", "caution_and_advice", "not_humanitarian"]
ARABIC = ["أشخاص مصابون أو قتلى", "طلبات عاجلة أو احتياجات", "أضرار البنية التحتية", "لا علاقة له"]
DEVANAGARI = ["घायल या मृत लोग", "तत्काल आवश्यकताएँ", "बुनियादी ढांचे की क्षति", "असंबंधित"]
WIDE = ["受傷或死亡的人" * 8, "緊急需求" * 12, "基礎設施損壞" * 9, "無關" * 20]
ENDLESS = ["W" * 120, "M" * 150, "_".join(["endless"] * 20), "x" * 200]
PAGE = re.compile(rb"/Type\s*/Page\b")


def summary(classes, systems, **settings):
    """A page on systems that are called after the classes and miss what is urgent."""
    rng = np.random.default_rng(1)
    names = np.array(classes, object)
    codes = rng.integers(0, len(names), 400)
    preds = {}
    for at in range(systems):
        wrong = rng.random(400) < 0.2 + at / (2 * systems)
        preds[f"{classes[at % len(classes)]} {at}"] = names[np.where(wrong, rng.integers(0, len(names), 400), codes)]
    urgent = {"urgent": classes[:2], "floor": 0.95}
    result = mercalli.evaluate(truth=names[codes], pred=preds, replicates=100, **urgent, **settings)
    return files_of(result)["summary.html"]


@pytest.fixture
def printed(browser, tmp_path):
    """Prints a page, and says how many sides that takes, what it asked for and complained of."""

    def printing(text):
        file = tmp_path / "summary.html"
        file.write_text(text, encoding="utf-8")
        context = browser.new_context(java_script_enabled=False)
        page, said = context.new_page(), []
        page.on("request", lambda request: said.append(request.url))
        page.on("console", lambda message: said.append(message.text))
        page.goto(file.as_uri())
        sides = len(PAGE.findall(page.pdf(prefer_css_page_size=True)))
        context.close()
        return sides, said[1:]

    return printing


@pytest.mark.parametrize("systems", [1, 4, 40])
@pytest.mark.parametrize(
    "classes", [LATIN, ARABIC, DEVANAGARI, WIDE, ENDLESS], ids=["latin", "arabic", "devanagari", "wide", "endless"]
)
def test_it_takes_one_side(printed, classes, systems):
    assert printed(summary(classes, systems)) == (1, [])


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_result_takes_one_side(printed, kind):
    assert printed(files_of(from_json(example(kind)))["summary.html"]) == (1, [])


def test_hostile_names_take_one_side(printed):
    assert printed(files_of(hostile_result())["summary.html"]) == (1, [])


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_no_violation(browser, flaws, tmp_path, theme, width):
    file = tmp_path / "summary.html"
    file.write_text(summary(LATIN, 4), encoding="utf-8")
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)
    page = context.new_page()
    page.goto(file.as_uri())
    assert not flaws(page)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    context.close()
