"""Made data and baselines of CHEERS: in its format, the same for the same seed, and worth comparing with."""

from __future__ import annotations

import builtins
import csv
import json
from collections import Counter

import pytest

import mercalli
from mercalli.errors import ExtraError, FileError, SettingError
from mercalli.tasks.cheers.baselines import make_cheers_baseline
from mercalli.tasks.cheers.errors import RunError
from mercalli.tasks.cheers.made import make_cheers_data
from tests.metrics.known_sets import GOLD
from tests.tasks.cheers.cheers_files import gold_text


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A folder of made data, made once."""
    folder = tmp_path_factory.mktemp("made") / "data"
    make_cheers_data(folder, documents=120, seed=1)
    return folder


def rows(file):
    return list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))


def test_files_are_those_of_the_challenge_and_say_that_they_are_made(data):
    names = {file.name for file in data.iterdir()}
    splits = {f"{what}_{split}_en.csv" for what in ("sentences", "documents") for split in ("train", "val", "test")}
    assert names == {*splits, "immap_sector_name_to_id.json", "README.md"}
    assert "Nobody wrote these sentences" in (data / "README.md").read_text(encoding="utf-8")
    assert len(json.loads((data / "immap_sector_name_to_id.json").read_text(encoding="utf-8"))) == 11


@pytest.mark.parametrize("split", ["train", "val"])
def test_sentences_are_as_uneven_as_real_ones(data, split):
    found = rows(data / f"sentences_{split}_en.csv")
    relevant = [row for row in found if row["is_relevant"] == "1"]
    sizes = Counter(row["doc_id"] for row in found)
    assert 0.13 <= len(relevant) / len(found) <= 0.16
    assert max(sizes.values()) > 5 * min(sizes.values())
    assert {"[]", "."} <= {row["sector_ids"] for row in relevant} | {row["sentence_text"] for row in found}
    assert any(row["sector_ids"].count(",") for row in relevant)


def test_all_sectors_occur_and_only_relevant_sentences_have_any(data):
    found = rows(data / "sentences_train_en.csv")
    assert {each for row in found for each in json.loads(row["sector_ids"])} == set(range(11))
    assert all(row["sector_ids"] == "[]" for row in found if row["is_relevant"] == "0")


def test_sentences_to_be_tested_on_have_no_labels(data):
    assert list(rows(data / "sentences_test_en.csv")[0]) == ["doc_id", "sentence_id", "sentence_text"]


def test_the_same_seed_makes_the_same_bytes(data, tmp_path):
    make_cheers_data(tmp_path / "again", documents=120, seed=1)
    make_cheers_data(tmp_path / "other", documents=120, seed=2)
    name = "sentences_val_en.csv"
    assert (tmp_path / "again" / name).read_bytes() == (data / name).read_bytes()
    assert (tmp_path / "other" / name).read_bytes() != (data / name).read_bytes()


def test_a_folder_that_exists_is_not_replaced(data):
    with pytest.raises(FileError, match="exists already and is not replaced"):
        make_cheers_data(data)


def test_too_few_documents_and_odd_seeds_are_refused(tmp_path):
    with pytest.raises(SettingError, match="`documents`"):
        make_cheers_data(tmp_path / "few", documents=3)
    with pytest.raises(SettingError, match="`seed`"):
        make_cheers_data(tmp_path / "odd", seed=-1)
    assert list(tmp_path.iterdir()) == []


def made(kind, data, out, **asked):
    files = {"train": data / "sentences_train_en.csv", "questions": data / "sentences_val_en.csv"}
    make_cheers_baseline(kind, **{**files, **asked}, out=out)
    return out


def test_every_baseline_keeps_the_rules_and_words_beat_chance_clearly(data, tmp_path):
    runs = [made(kind, data, tmp_path / f"{kind}.csv") for kind in ("random", "majority", "tfidf")]
    gold = data / "sentences_val_en.csv"
    assert all(mercalli.validate_cheers(run, gold=gold, strict=True).valid for run in runs)
    result = mercalli.score_cheers(runs, gold=gold, replicates=200)
    ranking = next(each for each in result.rankings if each.metric == "humimpact")
    assert ranking.groups == (("tfidf",), ("random",), ("majority",))
    assert result["tfidf"].scores["HumImpact"] > result["random"].scores["HumImpact"] + 0.3


def test_chance_draws_by_the_frequencies_of_the_training_data(data, tmp_path):
    found = rows(made("random", data, tmp_path / "random.csv", questions=data / "sentences_train_en.csv"))
    truth = rows(data / "sentences_train_en.csv")
    shares = [sum(row["is_relevant"] == "1" for row in side) / len(side) for side in (found, truth)]
    assert shares[0] == pytest.approx(shares[1], abs=0.02)
    assert Counter(row["sector_id"] for row in found if row["sector_id"] != "-1").most_common(1)[0][0] == "4"


def test_the_same_seed_makes_the_same_run(data, tmp_path):
    one, two, other = (made("random", data, tmp_path / f"{at}.csv", seed=at // 2) for at in range(3))
    assert one.read_bytes() == two.read_bytes() != other.read_bytes()


def test_a_run_is_made_for_sentences_without_labels(data, tmp_path):
    run = made("majority", data, tmp_path / "run.csv", questions=data / "sentences_test_en.csv")
    assert mercalli.validate_cheers(run, gold=data / "sentences_test_en.csv").valid


@pytest.mark.parametrize(
    ("gold", "lacking"),
    [
        ({(0, 0): (0, []), (0, 1): (0, [])}, "that is relevant"),
        ({(0, 0): (1, [1])}, "that is not relevant"),
        ({(0, 0): (1, []), (0, 1): (0, [])}, "with a sector"),
    ],
)
def test_training_data_of_one_kind_is_refused(gold, lacking, tmp_path):
    (tmp_path / "train.csv").write_text(gold_text(gold), encoding="utf-8")
    with pytest.raises(RunError, match=f"has no sentence {lacking}"):
        make_cheers_baseline(
            "random", train=tmp_path / "train.csv", questions=tmp_path / "train.csv", out=tmp_path / "run"
        )
    assert not (tmp_path / "run").exists()


def test_texts_without_words_are_refused(tmp_path):
    header, *_ = gold_text().splitlines()
    (tmp_path / "train.csv").write_text(f"{header}\n0,0,.,1,[1]\n0,1,.,0,[]\n", encoding="utf-8")
    with pytest.raises(RunError, match="has no sentence with words"):
        make_cheers_baseline(
            "tfidf", train=tmp_path / "train.csv", questions=tmp_path / "train.csv", out=tmp_path / "run"
        )


def test_words_of_a_single_sector_give_that_sector(tmp_path):
    gold = {key: (flag, [4] if sectors else []) for key, (flag, sectors) in GOLD.items()}
    (tmp_path / "train.csv").write_text(gold_text(gold), encoding="utf-8")
    make_cheers_baseline(
        "tfidf", train=tmp_path / "train.csv", questions=tmp_path / "train.csv", out=tmp_path / "run.csv"
    )
    assert {row["sector_id"] for row in rows(tmp_path / "run.csv")} <= {"-1", "4"}


def test_an_unknown_kind_is_refused(data, tmp_path):
    with pytest.raises(SettingError, match="`kind`"):
        made("oracle", data, tmp_path / "run.csv")
    with pytest.raises(SettingError, match="`seed`"):
        made("random", data, tmp_path / "run.csv", seed=-1)


def test_without_scikit_learn_it_is_said_what_to_install(data, tmp_path, monkeypatch):
    real = builtins.__import__

    def without(name, *rest):
        if name.startswith("sklearn"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ExtraError, match=r"pip install 'mercalli\[train\]'"):
        made("tfidf", data, tmp_path / "run.csv")
