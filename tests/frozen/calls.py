"""Calls whose results are kept: every task, through public names and the command line alone.

A call runs in an empty folder of its own and writes the files that it needs there, so that no result holds a path of
the machine. `SEALED` calls give a result, `PLAIN` ones anything else that JSON can hold.
"""

from __future__ import annotations

import csv
import json
from contextlib import chdir
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from typer.testing import CliRunner

import mercalli
from mercalli.cli.main import app
from tests.frozen import made

SEALED, PLAIN = {}, {}
HERE = Path()
QUICK = {"replicates": 100}
FEW = ["--replicates", "100", "--json"]
HUMAID = {"truth": "truth", "profile": "humaid", **QUICK}
URGENT = {"truth": "urgent", **QUICK}
PRIORITY = {"truth": "priority", "event": "event", "order": "time", **QUICK}
TREATED = {"treatment": "treated", **QUICK}
FOLLOWED = {"time": "days", "event": "event"}
PROFILE = """\
name = "drill"
title = "A drill: whom to send"
headline = ["care", "profit", "mix", "accuracy"]
classes = ["flood", "fire", "quake"]
[aliases]
blaze = "fire"
[levels.urgency]
now = { weight = 3.0, response = "go", classes = ["fire", "quake"] }
later = { weight = 1.0, response = "wait", classes = ["flood"] }
[metrics.care]
kernel = "class_weighted_accuracy"
label = "Care"
meaning = "Accuracy in which a fire weighs most."
[metrics.care.weights]
fire = 3.0
quake = 2.0
flood = 1.0
[metrics.care.bands]
fine = { from = 0.7, says = "go on" }
weak = { from = 0.0, says = "stop" }
[metrics.profit]
kernel = "expected_profit"
positive = "fire"
value_tp = 100.0
cost_fp = 5.0
cost_fn = 40.0
[metrics.mix]
kernel = "composite"
[metrics.mix.parts]
care = 3.0
accuracy = 1.0
"""
CASE = """\
name = 'drill'
[fires.north.severity]
observed = 'north.tif'
model = 'north.tif'
tile = 8
[fires.north.structures]
observed = 'seen.csv'
model = 'said.csv'
[fires.north.perimeter]
observed = 'north.tif'
model = 'north.tif'
burned = [3, 4]
unburned = [1, 2]
[fires.south.severity]
observed = 'south.tif'
model = 'south.tif'
tile = 8
"""


def run(name, folder):
    """The text that a call comes to, made in an empty folder."""
    with chdir(folder):
        if name in SEALED:
            return mercalli.to_json(SEALED[name]())
        return json.dumps(PLAIN[name](), indent=1, ensure_ascii=False, sort_keys=True, allow_nan=False) + "\n"


def run_alone(name):
    """The same in a folder that is gone afterwards."""
    with TemporaryDirectory() as folder:
        return run(name, folder)


def sealed(call):
    """Keep the result of this call."""
    SEALED[call.__name__] = call
    return call


def plain(call):
    """Keep what this call answers, which is no sealed result."""
    PLAIN[call.__name__] = call
    return call


def told(*words, code=0):
    """What the command prints."""
    done = CliRunner().invoke(app, [str(word) for word in words])
    if done.exit_code != code:
        raise RuntimeError(f"mercalli {' '.join(map(str, words))}: exit {done.exit_code}\n{done.output}")
    return done.stdout


def command(*words, code=0):
    """The result that the command prints."""
    return mercalli.from_json(told(*words, code=code))


def drill(n=150):
    """Three classes and two systems for the profile of the drill."""
    rng = np.random.default_rng(20)
    names, truth = np.array(list(made.WORDS), object), rng.integers(0, 3, n)
    preds = {name: np.where(rng.random(n) < share, truth, 0) for name, share in (("one", 0.8), ("two", 0.6))}
    return {name: names[codes] for name, codes in {"truth": truth, **preds}.items()}


# Labels


@sealed
def evaluate_plain():
    return mercalli.evaluate(drill(), truth="truth", pred="one", **QUICK)


@sealed
def evaluate_profile_slices():
    return mercalli.evaluate(made.messages(), pred="good", by=["event", "lang"], **HUMAID)


@sealed
def evaluate_systems_units():
    return mercalli.evaluate(made.messages(), pred=["good", "poor"], unit="document", **HUMAID)


@sealed
def evaluate_weights_bca():
    wanted = ["accuracy", "f1_macro", "f_beta_macro(beta=2)", "mcc"]
    return mercalli.evaluate(
        made.messages(), pred="fair", weight="weight", method="bca", metrics=wanted, seed=3, level=0.9, **HUMAID
    )


@sealed
def evaluate_gates():
    gates = ["dua.low>=0.75", "class:requests_or_urgent_needs.recall>=0.6", "slice:event.dua>=0.7"]
    return mercalli.evaluate(made.messages(), pred={"A": "good", "B": "poor"}, by="event", gates=gates, **HUMAID)


@sealed
def evaluate_own_profile():
    Path("drill.toml").write_text(PROFILE, encoding="utf-8")
    data = drill()
    data["truth"][data["truth"] == "fire"] = "blaze"
    return mercalli.evaluate(data, truth="truth", pred=["one", "two"], profile="drill.toml", **QUICK)


@sealed
def evaluate_lenient():
    data = drill()
    data["one"][:5], data["truth"][5:9], data["one"][9] = "storm", None, None
    return mercalli.evaluate(
        data, truth="truth", pred="one", classes=list(made.WORDS), invalid="wrong", missing="drop", **QUICK
    )


@sealed
def evaluate_like_sklearn():
    return mercalli.evaluate(drill(), truth="truth", pred="two", like="sklearn", **QUICK)


@sealed
def evaluate_two_classes():
    data = made.scored()
    return mercalli.evaluate(truth=data["urgent"], pred=(data["score"] > 0.5).astype(int), replicates=0)


@sealed
def evaluate_demo():
    data = {name: column[::5] for name, column in mercalli.read_demo().items()}
    return mercalli.evaluate(data, truth="truth", pred="tfidf_linear_svm", profile="humaid", by="event", **QUICK)


@sealed
def evaluate_command():
    made.table("rows.csv", made.messages())
    return command("evaluate", "rows.csv", "--pred", "good", "--by", "lang", *FEW)


@sealed
def evaluate_command_gate_missed():
    made.table("rows.csv", drill())
    return command("evaluate", "rows.csv", "--pred", "two", "--gate", "accuracy>=0.99", *FEW, code=1)


@sealed
def compare_pair():
    return mercalli.compare(made.messages(), pred=["good", "fair"], **HUMAID)


@sealed
def compare_three_units():
    return mercalli.compare(made.messages(120), pred=["good", "fair", "poor"], unit="document", **HUMAID)


@sealed
def compare_against():
    data = made.messages(120)
    wanted = ["accuracy", "f1_macro"]
    return mercalli.compare(
        data, pred=["good", "fair", "poor"], against="fair", weight="weight", metrics=wanted, **HUMAID
    )


@sealed
def compare_command_two_files():
    data = made.messages(120)
    for name in ("good", "poor"):
        made.table(f"{name}.csv", {"id": data["id"], "truth": data["truth"], "pred": data[name]})
    return command("compare", "good.csv", "poor.csv", "--id", "id", "--metrics", "dua,accuracy", *FEW)


# Scores


@sealed
def threshold_costs():
    prices = {"value_tp": 100, "cost_fp": 20, "cost_fn": 40, "value_tn": 1}
    return mercalli.threshold(made.scored(), score="score", **prices, **URGENT)


@sealed
def threshold_caps_slices():
    caps = {"max_fpr": 0.1, "min_recall": 0.2, "capacity": 60}
    return mercalli.threshold(made.scored(), score="score", by="place", **caps, **URGENT)


@sealed
def threshold_systems_units_weights():
    data, wanted = made.scored(), ["roc_auc", "brier", "partial_auc(max_fpr=0.1)"]
    given = {"unit": "query", "weight": "weight", "metrics": wanted, "min_precision": 0.5}
    return mercalli.threshold(data, score=["score", "other"], **given, **URGENT)


@sealed
def threshold_classes():
    columns = {name: f"p_{name}" for name in made.WORDS}
    return mercalli.threshold(made.class_scores(), truth="truth", score=columns, value_tp=10, cost_fp=3, **QUICK)


@sealed
def threshold_bins_percentile():
    return mercalli.threshold(made.scored(), score="score", bins=16, method="percentile", max_fpr=0.2, **URGENT)


@sealed
def threshold_command():
    made.table("rows.csv", made.scored())
    words = ["--truth", "urgent", "--score", "score,other", "--value-tp", "10", "--cost-fp", "2"]
    return command("threshold", "rows.csv", *words, *FEW)


@sealed
def rank_slices():
    return mercalli.rank(made.scored(), score=["score", "other"], k=[20, "10%"], by="place", **URGENT)


@sealed
def rank_groups():
    return mercalli.rank(made.scored(), score="score", k=[5, 0.5], group="query", **URGENT)


@sealed
def rank_weights_units():
    return mercalli.rank(made.scored(), score="score", k=40, weight="weight", unit="query", **URGENT)


@sealed
def rank_classes():
    columns = {name: f"p_{name}" for name in made.WORDS}
    return mercalli.rank(made.class_scores(), truth="truth", score=columns, k=30, **QUICK)


@sealed
def rank_command():
    made.table("rows.csv", made.scored())
    return command("rank", "rows.csv", "--truth", "urgent", "--score", "score", "--k", "25", *FEW)


@sealed
def alerts_types():
    return mercalli.alerts(made.stream(), score="score", types="types", pred_types="said", k=20, **PRIORITY)


@sealed
def alerts_systems_linear():
    given = {"k": "20%", "gain": "linear", "threshold": 0.5}
    return mercalli.alerts(made.stream(), score=["score", "other"], **given, **PRIORITY)


@sealed
def alerts_own_levels():
    data, levels = made.stream(), ["Low", "Medium", "High", "Critical"]
    return mercalli.alerts(
        data, truth="priority", score="score", levels=levels, urgent=["Critical"], k=30, replicates=0
    )


@sealed
def alerts_command():
    made.table("items.csv", made.stream())
    words = ["--truth", "priority", "--score", "score", "--event", "event", "--k", "25"]
    return command("alerts", "items.csv", *words, *FEW)


# Trials and times


@sealed
def uplift_slices():
    return mercalli.uplift(made.trial(), outcome="outcome", score=["score", "chance"], by="place", **TREATED)


@sealed
def uplift_units_by_group():
    given = {"unit": "household", "by_group": True, "k": [30, "20%"]}
    return mercalli.uplift(made.trial(), outcome="outcome", score="score", **given, **TREATED)


@sealed
def uplift_numbers_weights():
    given = {"weight": "weight", "propensity": "propensity", "k": 0.3}
    return mercalli.uplift(made.trial(), outcome="gain", score="score", **given, **TREATED)


@sealed
def uplift_like_sklift():
    return mercalli.uplift(made.trial(), outcome="outcome", score="score", like="sklift", **TREATED)


@sealed
def uplift_command():
    made.table("trial.csv", made.trial())
    words = ["--outcome", "outcome", "--treatment", "treated", "--score", "score"]
    return command("uplift", "trial.csv", *words, *FEW)


@sealed
def survival_risk():
    return mercalli.survival(made.followed(), risk=["risk", "other"], by="place", **FOLLOWED)


@sealed
def survival_causes():
    names = {1: "relapse", 2: "death"}
    return mercalli.survival(
        made.followed(), cif="cif_", cause=1, causes=names, at=[6, 12], tau=12, unit="clinic", **FOLLOWED
    )


@sealed
def survival_curves_weights():
    return mercalli.survival(made.followed(), survival_curve="alive_", weight="weight", **FOLLOWED)


@sealed
def survival_later_like_sksurv():
    train = {name: made.followed(seed=21)[name] for name in ("days", "event")}
    return mercalli.survival(made.followed(), survival="later", like="sksurv", train=train, **FOLLOWED)


@sealed
def survival_matrix():
    data = made.followed()
    matrix = np.stack([data["cif_6"], data["cif_12"]], axis=-1)
    return mercalli.survival(
        time=data["days"], event=data["event"], risk={"R": data["risk"]}, cif={"M": matrix}, grid=[6, 12]
    )


@sealed
def survival_command():
    made.table("people.csv", made.followed())
    words = ["--time", "days", "--event", "event", "--risk", "risk", "--causes", "1=relapse,2=death"]
    return command("survival", "people.csv", *words, "--json")


# Label sets and sentences


@sealed
def multilabel_slices():
    return mercalli.multilabel(made.tagged(), truth="truth", pred=["good", "poor"], by="lang", **QUICK)


@sealed
def multilabel_flags_units():
    columns = {side: [f"{side}_{name}" for name in made.WORDS] for side in ("truth", "good")}
    return mercalli.multilabel(
        made.tagged(), truth=columns["truth"], pred={"good": columns["good"]}, unit="document", **QUICK
    )


@sealed
def multilabel_command():
    made.table("items.csv", made.tagged())
    return command("multilabel", "items.csv", "--pred", "poor", "--metrics", "mean_jaccard,f1_micro", *FEW)


@sealed
def cheers_runs():
    made.challenge(HERE)
    return mercalli.score_cheers(["good.csv", "poor.csv"], gold="gold.csv", by=["country"], **QUICK)


@sealed
def cheers_skip_empty():
    made.challenge(HERE)
    return mercalli.score_cheers("poor.csv", gold="gold.csv", reading="skip_empty", **QUICK)


@sealed
def cheers_command():
    made.challenge(HERE)
    return command("cheers", "score", "good.csv", "--gold", "gold.csv", *FEW)


# Fires


@sealed
def severity_models():
    observed = made.severity(codes=(0, 1, 2, 3, 4, 6))
    models = {"near": made.wrong(observed), "flat": np.ones_like(observed)}
    return mercalli.burn_severity(observed, models, tile=8, **QUICK)


@sealed
def severity_windows_threshold():
    observed = made.severity()
    chance = np.where(made.wrong(observed) == 4, 0.8, 0.2)
    return mercalli.burn_severity(observed, chance, threshold=0.5, windows=[1, 5], tile=8, **QUICK)


@sealed
def severity_like_firebench():
    observed = made.severity(codes=(0, 1, 2, 3, 4, 6))
    return mercalli.burn_severity(observed, made.wrong(observed), like="firebench", tile=8, **QUICK)


@sealed
def severity_command():
    made.tiff("observed.tif", made.severity())
    made.tiff("model.tif", made.wrong(made.severity()))
    return command("wildfire", "severity", "observed.tif", "model.tif", "--tile", "8", *FEW)


@sealed
def structures_by_key():
    seen = made.inspections()
    return mercalli.structure_loss(seen, made.forecast(seen), pred="pred", key="id", unit="incident", **QUICK)


@sealed
def structures_by_place():
    seen = made.inspections()
    said = {name: column for name, column in made.forecast(seen).items() if name != "id"}
    return mercalli.structure_loss(
        seen, said, pred="chance", within="20m", threshold=0.5, tile_m=300, positive="major_or_destroyed", **QUICK
    )


@sealed
def structures_command():
    made.table("seen.csv", made.inspections())
    made.table("said.csv", made.forecast(made.inspections()))
    return command("wildfire", "structures", "seen.csv", "said.csv", "--pred", "pred", "--like", "firebench", *FEW)


@sealed
def perimeter_growth():
    for name, shift in (("seen", 0.0), ("near", 0.3), ("far", 1.5)):
        Path(f"{name}.geojson").write_text(json.dumps(made.growth(shift)), encoding="utf-8")
    return mercalli.fire_perimeter(
        "seen.geojson", ["near.geojson", "far.geojson"], time="day", crs="EPSG:5070", **QUICK
    )


@sealed
def perimeter_command_cells():
    made.tiff("seen.tif", (made.severity() > 2).astype(np.uint8))
    made.tiff("said.tif", (made.wrong(made.severity()) > 2).astype(np.uint8))
    return command("wildfire", "perimeter", "seen.tif", "said.tif", *FEW)


@sealed
def field_fss():
    observed = made.severity()
    return mercalli.fire_field(observed, made.wrong(observed), kind="fss", windows=[1, 3, 9], tile=8, **QUICK)


@sealed
def field_arrival():
    return mercalli.fire_field(made.arrival(), made.arrival(22), kind="arrival", time_unit="h", tile=8, **QUICK)


@sealed
def field_probability():
    observed = made.severity()
    chance = (0.1 + 0.2 * made.wrong(observed)).round(2)
    return mercalli.fire_field(observed, {"chance": chance}, kind="probability", tile=8, **QUICK)


@sealed
def field_ordinal():
    observed = made.severity()
    return mercalli.fire_field(observed, made.wrong(observed), kind="ordinal", tile=8, **QUICK)


@sealed
def field_command():
    np.save("observed.npy", made.severity())
    np.save("model.npy", made.wrong(made.severity()))
    return command("wildfire", "field", "observed.npy", "model.npy", "--kind", "ordinal", *FEW)


def case():
    """Two fires, of which one has every part, and a model."""
    Path("model").mkdir()
    Path("case.toml").write_text(CASE, encoding="utf-8")
    for at, name in enumerate(("north", "south")):
        made.tiff(f"{name}.tif", made.severity(30 + at))
        made.tiff(f"model/{name}.tif", made.wrong(made.severity(30 + at)))
    made.table("seen.csv", made.inspections())
    said = made.forecast(made.inspections())
    made.table("model/said.csv", {"id": said["id"], "pred": said["pred"]})


@sealed
def case_pooled():
    case()
    return mercalli.fire_case("case.toml", "model", **QUICK)


@sealed
def case_command():
    case()
    return command("wildfire", "case", "case.toml", "model", "--like", "firebench", *FEW)


# Texts


def trained(**given):
    """A classifier of made texts, and the folder that it was saved to."""
    made.table("texts.csv", made.texts())
    found = mercalli.train("texts.csv", holdout=0.25, **{**QUICK, **given})
    found.save(Path("model"))
    return found


@sealed
def train_classes():
    return trained(by=["event"]).test


@sealed
def train_sets():
    made.table("sets.csv", made.several_labels())
    return mercalli.train("sets.csv", mode="multi-label", holdout=0.25, **QUICK).test


@sealed
def advise_texts():
    made.table("texts.csv", made.texts(40, noise=0.2))
    made.table("test.csv", {name: column[::5] for name, column in made.texts(40, noise=0.2).items()})
    return mercalli.advise("texts.csv", test="test.csv", examples=1)


@sealed
def advise_command_result():
    mercalli.write_result(mercalli.evaluate(drill(), truth="truth", pred=["one", "two"], **QUICK), "result.json")
    return command("advise", "result.json", "--json")


@sealed
def advise_command_texts():
    made.table("texts.csv", made.texts(40))
    return command("advise", "texts.csv", "--examples", "0", "--json")


@sealed
def advise_command_skewed_sets():
    made.table("sets.csv", made.several_labels(shares=(0.95, 0.1, 0.04)))
    return command("advise", "sets.csv", "--mode", "multi-label", "--examples", "1", "--json")


def corrected():
    """Feedback on a model, as two people gave it over four weeks."""
    trained(replicates=0)
    model, given = mercalli.load_model("model"), made.texts(26, seed=16, noise=0.3)
    for at, who in enumerate(("ana", "ben")):
        texts, labels = given["text"][at::2], given["label"].tolist()[at::2]
        when = [f"2026-03-{day % 28 + 1:02d}T12:30:00Z" for day in range(len(texts))]
        mercalli.add_feedback("feedback.jsonl", model, texts, labels, who=who, when=when)


@sealed
def feedback_seen():
    corrected()
    return mercalli.feedback_report("feedback.jsonl", "model")


@sealed
def feedback_command():
    corrected()
    made.table("test.csv", made.texts(20, seed=23))
    return command("feedback", "report", "feedback.jsonl", "--model", "model", "--test", "test.csv", "--json")


# Answers that are no sealed results


@plain
def disaster_evaluator():
    data = made.messages()
    return mercalli.AdvancedMetricsEvaluator().evaluate_all_metrics(data["truth"].tolist(), data["fair"].tolist())


@plain
def recall_under_fpr():
    data = made.scored()
    return asdict(mercalli.recall_under_fpr_constraint(data["urgent"], data["score"], target_fpr=0.1))


@plain
def scorers():
    class Constant:
        def predict(self, features):
            return features

    data = made.messages()
    wanted = {"dua": {}, "f1_macro": {}, "recall": {"positive": made.CLASSES[0]}}
    return {
        name: mercalli.scorer(name, profile="humaid", **given)(Constant(), data["good"], data["truth"])
        for name, given in wanted.items()
    }


@plain
def cheers_validation():
    made.challenge(HERE)
    lines = Path("poor.csv").read_text(encoding="utf-8").splitlines()
    Path("bad.csv").write_text("\n".join([*lines[:3], "0,9,1,3", *lines[4:], lines[5]]) + "\n", encoding="utf-8")
    return asdict(mercalli.validate_cheers("bad.csv", gold="gold.csv"))


@plain
def cheers_made_data():
    told("cheers", "make-data", "--documents", "12", "--out", "data")
    files, gold = sorted(Path("data").glob("*.csv")), Path("data/sentences_train_en.csv")
    told("cheers", "baseline", "random", "--train", gold, "--eval", gold, "--out", "run.csv")
    digests = {each.name: sha256(each.read_bytes()).hexdigest() for each in files}
    return {"files": digests, "run": Path("run.csv").read_text(encoding="utf-8").splitlines()}


@plain
def train_facts():
    found = trained(leave_out="event")
    return {"training": asdict(found.training), "predicted": found.model.predict(found.test_texts.texts.tolist())}


@plain
def predict_command():
    trained(replicates=0)
    told("predict", "model", "texts.csv", "--out", "said.csv")
    rows = csv.DictReader(Path("said.csv").read_text(encoding="utf-8").splitlines())
    old = [name for name in rows.fieldnames if name not in {"confidence", "why_not_likeliest"}]  # came after 0.1.0
    return [",".join(old), *(",".join(row[name] for name in old) for row in rows)][:40]


@plain
def metrics_catalogue():
    found = mercalli.catalogue()
    return {name: [each.needs, each.facts.label, str(each.facts.range)] for name, each in found.items()}


@plain
def public_names():
    return {name: type(getattr(mercalli, name)).__name__ for name in mercalli.__all__}
