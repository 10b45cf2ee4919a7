"""Everything that a challenge can score is scored as the function of its task does."""

import gzip

import numpy as np
import polars as pl
import pytest

import mercalli
from mercalli.errors import FileError, InputError
from mercalli.registry import load, run, run_names
from mercalli.tasks.challenge.doors.rehearsal import rehearse
from mercalli.tasks.challenge.doors.scaffold import new_challenge
from tests.tasks.challenge.folders import TOML

DECLARED = 'classes = ["fire", "flood"]'
RNG = np.random.default_rng(3)
ROWS = 80
IDS = [str(at) for at in range(ROWS)]


def pick(*values):
    return [str(each) for each in RNG.choice(values, ROWS)]


def numbers():
    return [repr(float(each)) for each in RNG.random(ROWS)]


LABELS = {"truth": pick("fire", "flood"), "doc": pick(*range(20))}
DAYS = {"time": [repr(float(each)) for each in RNG.integers(1, 30, ROWS)], "event": pick(0, 1)}
DAMAGE = {"damage": pick("Destroyed (>50%)", "No Damage"), "incident": pick(*range(15))}
SETS = {"truth": pick("fire", "fire;flood", "", "flood")}
SIDE = 10
CELLS = {
    "row": [str(at // SIDE) for at in range(ROWS)],
    "col": [str(at % SIDE) for at in range(ROWS)],
    "truth": pick(1, 2, 3, 4),
}
CASES = {
    "severity": (CELLS, {"truth": "truth", "tile": 3}, lambda: pick(1, 2, 3, 4)),
    "labels": (LABELS, {"truth": "truth", "unit": "doc"}, lambda: pick("fire", "flood")),
    "label_sets": (SETS, {"truth": "truth", "labels": ["fire", "flood"]}, lambda: pick("fire", "flood", "")),
    "scores": ({"truth": pick(0, 1)}, {"truth": "truth"}, numbers),
    "survival": (DAYS, {"time": "time", "event": "event"}, numbers),
    "structures": (DAMAGE, {"damage": "damage", "unit": "incident"}, lambda: pick(0, 1)),
}


def write(file, columns):
    rows = zip(*columns.values(), strict=True)
    file.write_text("\n".join([",".join(columns), *(",".join(row) for row in rows)]) + "\n")
    return str(file)


@pytest.fixture(params=CASES)
def case(request, tmp_path):
    """A gold file, two runs, and all that a challenge says of them."""
    gold, options, predicted = CASES[request.param]
    how = run(request.param)
    options = {"id": "id", **options} if "id" in how.needs else options
    file = write(tmp_path / "gold.csv", {"id": IDS, **gold})
    form = load(how.form)(file, options)
    (field,) = form.fields
    ids = {"id": IDS, **gold}
    runs = {
        name: write(tmp_path / f"{name}.csv", {**{key: ids[key] for key in form.ids}, field.name: predicted()})
        for name in ("first", "second")
    }
    return request.param, file, runs, form, options


def scored(case, **more):
    name, gold, runs, form, options = case
    settings = {"level": 0.95, "replicates": 200, **more}
    return load(run(name).score)(gold, runs, form, options, [run(name).metric, *run(name).beside], **settings)


def test_two_runs_have_measures_and_a_paired_difference_on_the_metric_that_decides(case):
    found, metric = scored(case), run(case[0]).metric
    for measures in found.measures.values():
        values = {each.metric.partition("(")[0]: each.value for each in measures}
        assert values[metric] is not None
        assert set(run(case[0]).beside) <= set(values)
    text = found.card(metric).metric
    difference = next(each for each in found.differences if each.metric == text)
    first, second = (
        next(each.value for each in found.measures[name] if each.metric == text) for name in ("first", "second")
    )
    assert difference.difference == pytest.approx(first - second)
    assert difference.p is not None
    assert difference.low < difference.high


def test_one_run_alone_has_the_same_measures(case):
    name, gold, runs, form, options = case
    alone = scored((name, gold, {"first": runs["first"]}, form, options))
    assert [each.value for each in alone.measures["first"]] == [each.value for each in scored(case).measures["first"]]


def test_labels_have_the_values_of_evaluate(tmp_path):
    gold, preds = LABELS["truth"], pick("fire", "flood")
    files = write(tmp_path / "gold.csv", {"id": IDS, **LABELS}), write(tmp_path / "run.csv", {"id": IDS, "pred": preds})
    options = {"id": "id", "truth": "truth"}
    form = load(run("labels").form)(files[0], options)
    settings = {"level": 0.95, "replicates": 0}
    found = load(run("labels").score)(files[0], {"first": files[1]}, form, options, ["f1_macro"], **settings)
    expected = mercalli.evaluate(truth=gold, pred=preds, metrics="f1_macro", replicates=0).systems[0].measures[0].value
    assert found.measures["first"][0].value == expected


def test_every_task_of_the_registry_is_here():
    assert {*CASES, "cheers"} == set(run_names())


def test_a_gold_file_with_what_is_no_number_is_told_with_its_row(tmp_path):
    days = {**DAYS, "time": ["3", "soon", *DAYS["time"][2:]]}
    gold = write(tmp_path / "gold.csv", {"id": IDS, **days})
    first = write(tmp_path / "first.csv", {"id": IDS, "risk": numbers()})
    options = {"id": "id", "time": "time", "event": "event"}
    form = load(run("survival").form)(gold, options)
    with pytest.raises(InputError, match="found 'soon' in row 2"):
        load(run("survival").score)(gold, {"first": first}, form, options, [], level=0.95, replicates=0)


@pytest.mark.parametrize("name", CASES)
def test_a_challenge_of_every_task_passes_its_rehearsal(name, tmp_path, mercalli):
    gold, options, _ = CASES[name]
    write(tmp_path / "gold.csv", {"id": IDS, **gold})
    more = [
        part
        for key, value in options.items()
        for part in ("--set", f"{key}={','.join(value) if isinstance(value, list) else value}")
    ]
    done = mercalli("challenge", "new", "gold.csv", "--task", name, "--out", "c", *more)
    assert done.returncode == 0, done.stderr
    assert len(rehearse(tmp_path / "c")) == 3


@pytest.mark.parametrize(
    ("column", "value", "options"),
    [
        ("id", '"a\nb"', ""),
        ("id", "x" * 300, ""),
        ("pred", '"fi\nre"', ""),
        ("pred", "fire ", 'classes = ["flood", "fire "]'),
    ],
)
def test_what_no_run_could_hold_is_refused_before_anybody_tries(tmp_path, column, value, options):
    ids = [value if column == "id" else "0", *IDS[1:]]
    labels = [value if column == "pred" else "fire", *LABELS["truth"][1:]]
    write(tmp_path / "gold.csv", {"id": ids, "truth": labels})
    (tmp_path / "challenge.toml").write_text(TOML.replace(DECLARED, options))
    with pytest.raises(FileError, match=f"of '{column}', which no run can hold"):
        rehearse(tmp_path)


def test_an_id_column_that_is_called_like_a_prediction_is_refused(tmp_path):
    write(tmp_path / "gold.csv", {"pred": IDS, "truth": LABELS["truth"]})
    (tmp_path / "challenge.toml").write_text(TOML.replace('id = "id"', 'id = "pred"'))
    with pytest.raises(FileError, match="Call the id column otherwise"):
        rehearse(tmp_path)


@pytest.mark.parametrize("kind", ["parquet", "json", "csv.gz"])
def test_a_gold_file_of_another_kind_becomes_csv_in_a_new_challenge_and_nowhere_else(tmp_path, kind):
    gold, file = pl.DataFrame({"id": range(ROWS), "truth": LABELS["truth"]}), tmp_path / f"gold.{kind}"
    writers = {"parquet": gold.write_parquet, "json": gold.write_ndjson}
    writers.get(kind, lambda place: place.write_bytes(gzip.compress(gold.write_csv().encode())))(file)
    new_challenge(file, tmp_path / "c", "labels", {})
    assert len(rehearse(tmp_path / "c")) == 3
    assert pl.read_csv(tmp_path / "c" / "hidden" / "gold.csv").equals(gold)
    (tmp_path / "challenge.toml").write_text(TOML.replace("gold.csv", file.name))
    with pytest.raises(FileError, match="must be one CSV file"):
        rehearse(tmp_path)
