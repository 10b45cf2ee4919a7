"""Files that nobody here wrote, where they are on the machine."""

import json
import re
import shlex

import pytest

MODELS = ("tfidf_complementnb", "tfidf_linearsvc", "tfidf_logreg")


def test_published_scores_come_out(shared, mercalli):
    folder = shared / "crisislex_preds"
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    done = mercalli("evaluate", *(folder / f"{model}.parquet" for model in MODELS), "--replicates", "0", "--json")
    for system in json.loads(done.stdout)["systems"]:
        found = {measure["metric"]: measure["value"] for measure in system["measures"]}
        assert system["n"] == card[system["name"]]["n"]
        assert found["accuracy"] == pytest.approx(card[system["name"]]["accuracy"])
        assert found["f1_macro"] == pytest.approx(card[system["name"]]["macro_f1"])


def test_a_file_with_stray_carriage_returns_counts_as_its_twin_does(shared, mercalli):
    files = [shared / "crisislex_preds" / f"tfidf_logreg.{ending}" for ending in ("csv.gz", "parquet")]
    done = mercalli("evaluate", *files, "--replicates", "0", "--json")
    packed, twin = json.loads(done.stdout)["systems"]
    assert packed["n"] == 11_174
    assert packed["digest"] == twin["digest"]


def test_files_with_ids_above_2_to_the_53_are_matched(shared, mercalli):
    files = [shared / "crisislex_preds" / f"{model}.parquet" for model in MODELS[1:]]
    done = mercalli("compare", *files, "--metrics", "accuracy", "--unit", "event")
    assert done.returncode == 0
    assert "items matched by 'id'" in done.stdout
    assert "tfidf_linearsvc > tfidf_logreg" in done.stdout


def test_dotted_columns_are_columns(shared, mercalli):
    file = shared / "uci_credit_default" / "UCI_Credit_Card.csv"
    done = mercalli(
        "evaluate",
        file,
        "--truth",
        "default.payment.next.month",
        "--pred",
        "SEX",
        "--replicates",
        "0",
        "--invalid",
        "wrong",
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_five_damage_classes_with_signs_in_their_names(shared, mercalli):
    file = shared / "dins_preds" / "palisades_knn_oof.csv"
    asked = ("--truth", "damage_observed", "--pred", "damage_predicted", "--by", "structure_type", "--replicates", "0")
    done = mercalli("evaluate", file, *asked)
    assert re.search(r"^No Damage +Destroyed \(>50%\) ", done.stdout, re.MULTILINE)


def test_predictions_of_two_columns_over_whole_incidents(shared, mercalli):
    file = shared / "dins_preds" / "structure_loss_leave_incident_out.parquet"
    asked = ("--pred", "y_pred_logreg,y_pred_random_forest", "--unit", "incident", "--metrics", "mcc")
    done = mercalli("compare", file, *asked)
    assert "y_pred_logreg = y_pred_random_forest" in done.stdout


def test_burn_severity_of_a_fire_that_declares_no_nodata(shared, mercalli):
    folder = shared / "wildfire_rasters"
    maps = [folder / f"cameron{name}.tif" for name in ("-peak-2020-sbs", "_peak_model_knn15")]
    refused = mercalli("wildfire", "severity", *maps)
    assert (refused.returncode, "the code 15" in refused.stderr) == (2, True)
    codes = ("--not-observed", "0,15", "--model-missing", "15", "--replicates", "0", "--json")
    (system,) = json.loads(mercalli("wildfire", "severity", *maps, *codes).stdout)["systems"]
    assert system["counts"] == {"tp": 34_871, "fp": 28_307, "fn": 69_542, "tn": 782_499}
    assert system["areas"]["hit_ha"] == pytest.approx(1531.1, abs=0.1)


def test_maps_of_two_fires_are_not_compared(shared, mercalli):
    folder = shared / "wildfire_rasters"
    done = mercalli(
        "wildfire", "severity", folder / "cameron-peak-2020-sbs.tif", folder / "east_troublesome_model_knn15.tif"
    )
    assert "do not overlap" in done.stderr


def test_structures_are_found_by_id_and_by_place_alike(shared, mercalli):
    files = shared / "dins" / "palisades_2025_dins.geojson", shared / "dins_preds" / "palisades_knn_oof.csv"
    asked = ("wildfire", "structures", *files, "--replicates", "0", "--json")
    by_id, by_place = (
        json.loads(mercalli(*asked, *how).stdout)["systems"][0]
        for how in (("--key", "OBJECTID=structure_id"), ("--within", "5m"))
    )
    assert (by_id["n"], by_place["n"]) == (11_988, 11_986)
    assert by_place["unmatched"][0]["n"] == 2


@pytest.mark.usefixtures("demo")
def test_the_demo_says_what_to_try_and_that_works(demo_folder, mercalli):
    shown = (demo_folder / "demo.txt").read_text(encoding="utf-8")
    tried = [shlex.split(line) for line in shown.splitlines() if line.startswith("  mercalli ")]
    assert len(tried) >= 3
    assert [mercalli(*arguments).returncode for _, *arguments in tried] == [0] * len(tried)
