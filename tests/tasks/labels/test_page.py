import re
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest

import mercalli
from mercalli.tasks.labels.result import ErrorExample
from mercalli.telling.article import PAGE
from mercalli.telling.kinds import article_of, files_of
from mercalli.telling.page.article import article_page
from mercalli.telling.svg.strip import Scale

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


def page_of(found):
    return article_page(article_of(found).on(PAGE), {})


class Tags(HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


def test_the_page_asks_for_nothing_from_outside():
    tags = Tags(page_of(result())).found
    asked = [value for _, attrs in tags for name, value in attrs.items() if name in ("src", "href", "action", "srcset")]
    assert all(value.startswith(("#", "data:")) for value in asked)


def test_metrics_that_are_the_same_number_are_shown_once():
    shown = section_of(page_of(result(systems=1)), "metrics")
    assert "accuracy is also f1_<wbr>micro" in shown
    rows = re.findall(r'<th scope="row"[^>]*>(.*?)</th>', shown, re.DOTALL)
    assert any("balanced" in row for row in rows)
    assert not any("F1, micro" in row for row in rows)


def section_of(page, anchor):
    return page.split(f'<section id="{anchor}"')[1].split("</section>")[0]


def test_every_link_leads_to_a_section_of_the_page():
    tags = Tags(page_of(result())).found
    links = {attrs["href"][1:] for tag, attrs in tags if tag == "a"}
    assert links
    assert links <= {attrs.get("id") for _, attrs in tags}


def test_names_from_the_data_stay_text():
    page = page_of(result(names=["calm", HOSTILE, "flood"]))
    assert "<script>alert" not in page
    assert "alert(1)" in page


def test_the_title_has_no_quotes_around_names_of_files():
    found = result()
    page = page_of(replace(found, provenance=replace(found.provenance, origin="'a.csv', 'b.csv'")))
    assert '<h1 dir="auto">a.csv, b.csv</h1>' in page


def test_one_of_something_is_not_many():
    page = page_of(result(systems=1, slices=1, gates=["accuracy>=0.99"]))
    assert "profile generic, 1 system<" in page
    assert "1 gate is missed" in page
    assert not re.search(r"\b1 (rows|systems|gates|slices|items)\b", page)


def test_a_spreadsheet_runs_no_name_as_a_formula():
    tables = files_of(result(names=["calm", "=cmd()", "flood"]))
    assert "'=cmd()" in tables["classes.csv"]
    assert not re.search(r"(^|,)=cmd", tables["confusions.csv"], re.MULTILINE)


def grown(systems, **sizes):
    """One system under many names, as large a page as that many would give."""
    found = result(systems=1, **sizes)
    copies = tuple(replace(found.systems[0], name=f"{'a long name of a system ' * 3}{at}") for at in range(systems))
    return replace(found, systems=copies)


@pytest.mark.parametrize("systems", [1, 3, 12, 40])
def test_a_page_stays_small_enough_to_be_sent(systems):
    names = [f"{'a class with a long name ' * 3}{at}" for at in range(100)]
    page = page_of(grown(systems, slices=50, names=names, rows=8000))
    assert len(page.encode()) < 2_000_000
    words = re.sub(r"<wbr>|</?a[^>]*>", "", page)
    assert all(f"system {at}<" in words for at in range(systems) if systems > 1)


def test_a_page_of_long_texts_stays_small_enough_to_be_sent():
    found = grown(40, slices=50, rows=3000)
    texts = tuple(ErrorExample("storm", "calm", 1.0, sign * 500, "1") for sign in "&水" * 10)
    page = page_of(replace(found, systems=tuple(replace(each, examples=texts) for each in found.systems)))
    assert len(page.encode()) < 2_000_000
    assert "水" * 500 in page


def test_a_page_that_cannot_hold_all_details_says_so():
    names = [f"class {at}" for at in range(100)]
    page = page_of(grown(40, slices=50, names=names, rows=2000))
    assert re.search(r"about the \d+ best of 40 systems", page)


def test_many_classes_are_shown_by_their_harm():
    page = page_of(result(systems=1, names=[f"class {at}" for at in range(60)], rows=3000))
    assert "The 20 classes whose errors do most harm. Predictions of the 40 other classes are added up" in page
    assert "(other classes)" in page


def test_more_slices_than_can_be_read_are_counted():
    page = page_of(result(systems=1, slices=130, rows=3000))
    assert "By place, the weakest first: 100 slices, the largest; 30 more" in page


def test_the_page_shows_every_headline_number_of_the_result():
    found = result()
    page = page_of(found)
    values = [system.measure(name).value for system in found.systems for name in found.headline]
    assert all(f"{value:.3f}" in page for value in values)


def test_the_page_tells_missed_gates_first():
    page = page_of(result(gates=["accuracy>=0.99", "accuracy>=0"]))
    first_screen = page.split('class="board')[0]
    assert "misses 1 of 2" in first_screen
    assert first_screen.index('class="missed"') < first_screen.index('class="passed"')


def test_the_same_result_gives_the_same_folder():
    assert files_of(result()) == files_of(mercalli.from_json(mercalli.to_json(result())))


def test_a_comparison_has_a_page_and_a_table():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 200)
    found = mercalli.compare(truth=truth, pred={"a": truth, "b": 1 - truth}, replicates=100)
    files = files_of(found)
    assert "a > b" in files["report.md"].replace("&gt;", ">")
    assert files["differences.csv"].startswith("first,second,metric")


def test_a_system_without_errors_has_a_page():
    truth = ["a", "b"] * 50
    found = mercalli.evaluate(truth=truth, pred=truth, replicates=100)
    assert "Nothing stands out" in page_of(found)


def test_the_page_holds_the_comparison_where_there_is_one():
    found = result()
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 200)
    compared = mercalli.compare(truth=truth, pred={"model 0": truth, "model 1": 1 - truth}, replicates=100)
    page = page_of(replace(found, comparison=compared))
    assert compared.verdict.best == "model 0"
    assert "was not tested" not in page
    assert "<li><span>model 0</span></li><li><span>model 1</span></li>" in page


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
    assert "“b” is mistaken for “a”" in page_of(found)


def test_the_matrix_groups_classes_by_what_they_ask_for():
    found = mercalli.evaluate(mercalli.read_demo(), truth="truth", pred="tfidf_logreg", profile="humaid", replicates=0)
    page = page_of(found)
    assert ">high action: respond at once<" in page
    assert "requests or urgent needs <small>weight 4.5</small>" in page


def test_predictions_outside_the_classes_have_a_column_of_their_own():
    found = mercalli.evaluate(
        truth=["a", "b"] * 30, pred=["a", "zebra"] * 30, classes=["a", "b"], invalid="wrong", replicates=100
    )
    page = page_of(found)
    assert '<th scope="col"><span>(outside the classes)</span></th>' in page


def test_weights_of_rows_show_in_the_counts():
    data = {"truth": ["a", "b"] * 30, "pred": ["a", "a"] * 30, "weight": [1, 0.55] * 30}
    found = mercalli.evaluate(data, truth="truth", pred="pred", weight="weight", replicates=100)
    assert "<b>16.50</b>" in page_of(found)


def test_a_rare_error_has_a_share():
    truth = ["a"] * 500 + ["b"] * 500
    page = page_of(mercalli.evaluate(truth=truth, pred=[*truth[:-1], "a"], replicates=0))
    assert "<i>&lt;1%</i>" in page


def test_where_every_class_weighs_the_same_the_matrix_has_no_harm():
    page = page_of(result(systems=1))
    matrix = page.split('class="matrix')[1].split("</table>")[0]
    assert "<small>" not in matrix


def test_what_is_undefined_says_why():
    found = mercalli.evaluate(truth=["a", "b"] * 50, pred=["a", "a"] * 50, classes=["a", "b", "c"], replicates=100)
    page = page_of(found)
    assert '<b>-</b><small class="why">the class has no true items</small>' in page


def test_an_evaluation_without_intervals_has_a_page_that_announces_none():
    page = page_of(result(replicates=0, rows=50))
    shown = re.sub(r"<script>.*</script>", "", page, flags=re.DOTALL)
    assert "None" not in shown
    assert not re.search(r"(95%|[Tt]heir|the bar is its|wide|:) intervals?\b|a bar that|resampled", shown)


def test_the_page_says_how_it_is_made_again():
    assert "mercalli report result.json --out DIR</code>" in page_of(result())


def test_what_a_comparison_cannot_show_is_said_before_anything_is_relied_on():
    found = result()
    settings = {"truth": ["a", "b"], "pred": {"model 0": ["a", "b"], "model 1": ["a", "a"]}, "unit": ["u", "u"]}
    page = page_of(replace(found, comparison=mercalli.compare(**settings)))
    first_screen, rest = page.split('id="errors"')
    assert "1 unit does not show how much units vary" in first_screen.split("Before you rely on it")[1]
    assert "1 unit does not show how much units vary" not in rest
    assert "1 unit is too few to show a difference between systems" in first_screen


def test_a_metric_without_bounds_is_drawn_on_a_scale_of_its_own():
    found = result(systems=1)
    card, measure = found.metrics[0], replace(found.systems[0].measures[0], value=140.0, low=110.0, high=180.0)
    scale = Scale.of(replace(card, highest=None), [measure])
    assert (scale.low, scale.high) == (100.0, 180.0)


def test_errors_with_texts_are_shown_where_there_are_texts():
    found = result(systems=1)
    shown = ErrorExample("storm", "calm", 4.5, "water is rising <b>fast</b>", "17")
    page = page_of(replace(found, systems=(replace(found.systems[0], examples=(shown,)),)))
    assert 'id="examples"' in page
    assert "water is rising &lt;b&gt;fast&lt;/b&gt; <small" in page
    assert 'id="examples"' not in page_of(found)
