import re
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest

import mercalli
from mercalli.reports.folder import comparison_files, evaluation_files
from mercalli.reports.html import evaluation_html_page

HOSTILE = "<script>alert(1)</script>|=cmd()*_`\\input{x}"


def result(systems=2, slices=3, names=None, rows=600, **settings):
    rng = np.random.default_rng(0)
    classes = names or ["calm", "storm", "flood"]
    truth = rng.integers(0, len(classes), rows)
    data = {"truth": truth, "place": rng.integers(0, slices, rows).astype(str)}
    preds = [f"model {at}" for at in range(systems)]
    for name in preds:
        data[name] = np.where(rng.random(rows) < 0.7, truth, rng.integers(0, len(classes), rows))
    chosen = {"truth": "truth", "pred": preds, "classes": dict(enumerate(classes)), "by": "place", "replicates": 100}
    return mercalli.evaluate(data, **{**chosen, **settings})


class Tags(HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


def test_the_page_asks_for_nothing_from_outside():
    tags = Tags(evaluation_html_page(result())).found
    asked = [value for _, attrs in tags for name, value in attrs.items() if name in ("src", "href", "action", "srcset")]
    assert all(value.startswith(("#", "data:")) for value in asked)


def test_every_link_leads_to_a_section_of_the_page():
    tags = Tags(evaluation_html_page(result())).found
    links = {attrs["href"][1:] for tag, attrs in tags if tag == "a"}
    assert links
    assert links <= {attrs.get("id") for _, attrs in tags}


@pytest.mark.parametrize("form", ["index.html", "report.md"])
def test_names_from_the_data_stay_text(form):
    page = evaluation_files(result(names=["calm", HOSTILE, "flood"]))[form]
    assert "<script>alert" not in page
    assert "alert(1)" in page


def test_a_spreadsheet_runs_no_name_as_a_formula():
    tables = evaluation_files(result(names=["calm", "=cmd()", "flood"]))
    assert "'=cmd()" in tables["classes.csv"]
    assert not re.search(r"(^|,)=cmd", tables["confusions.csv"], re.MULTILINE)


def test_a_page_of_many_systems_and_slices_stays_small():
    page = evaluation_html_page(result(systems=40, slices=50, rows=4000))
    assert len(page.encode()) < 2_000_000


def test_the_page_shows_every_headline_number_of_the_result():
    found = result()
    page = evaluation_html_page(found)
    values = [system.measure(name).value for system in found.systems for name in found.headline]
    assert all(f"{value:.3f}" in page for value in values)


def test_the_page_tells_missed_gates_first():
    page = evaluation_html_page(result(gates=["accuracy>=0.99"]))
    assert 'class="missed"' in page.split('id="metrics"')[0]


def test_the_same_result_gives_the_same_folder():
    assert evaluation_files(result()) == evaluation_files(mercalli.from_json(mercalli.to_json(result())))


def test_a_comparison_has_a_page_and_a_table():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 200)
    found = mercalli.compare(truth=truth, pred={"a": truth, "b": 1 - truth}, replicates=100)
    files = comparison_files(found)
    assert "a > b" in files["report.md"].replace("&gt;", ">")
    assert files["differences.csv"].startswith("first,second,metric")


def test_a_system_without_errors_has_a_page():
    truth = ["a", "b"] * 50
    found = mercalli.evaluate(truth=truth, pred=truth, replicates=100)
    assert "Nothing stands out" in evaluation_html_page(found)


def test_the_page_holds_the_comparison_where_there_is_one():
    found = result()
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 200)
    compared = mercalli.compare(truth=truth, pred={"model 0": truth, "model 1": 1 - truth}, replicates=100)
    assert "model 0 &gt; model 1" in evaluation_html_page(replace(found, comparison=compared))


def test_errors_that_weigh_nothing_have_a_page(tmp_path):
    (tmp_path / "zero.toml").write_text("""
name = "zero"
classes = ["a", "b"]
headline = ["care"]
harm = "care"
[metrics.care]
kernel = "class_weighted_accuracy"
weights = { a = 1, b = 0 }
""")
    found = mercalli.evaluate(truth=["a", "b"], pred=["a", "a"], profile=tmp_path / "zero.toml", replicates=0)
    assert "b is taken for a" in evaluation_html_page(found)
