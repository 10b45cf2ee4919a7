"""A classifier learns what can be learnt, says how sure it is, and is the same when read again."""

import json
import zipfile

import numpy as np
import pytest
import skops.io
from sklearn.linear_model import LogisticRegression

from mercalli import read_profile
from mercalli.errors import FileError, ModelError, TextError
from mercalli.inputs.texts import LabelledTexts
from mercalli.tasks.classifier.classifier import Calibration, learnt
from mercalli.tasks.classifier.fit import CrossFit, best_trial, fit, fitted, fold_of, strata
from mercalli.tasks.classifier.model import Model, load_model, save_model
from mercalli.tasks.classifier.ngrams import Terms, counts_of
from mercalli.tasks.classifier.split import held_out
from tests.tasks.classifier.made import made_sets, made_texts


def test_labels_that_have_words_of_their_own_are_learnt():
    model, fresh = fit(made_texts()), made_texts(seed=1, noise=0.0)
    assert np.mean(np.array(model.predict(fresh.texts)) == fresh.written()) > 0.95


def test_any_number_of_labels_is_learnt():
    model, fresh = fit(made_sets()), made_sets(seed=1)
    assert (model.flags(model.probabilities(fresh.texts)) == fresh.flags).mean() > 0.95


def test_probabilities_are_as_often_right_as_they_say():
    model, fresh = fit(made_texts(1500, noise=0.3)), made_texts(1500, seed=1, noise=0.3)
    found = model.probabilities(fresh.texts)
    assert found.sum(axis=1) == pytest.approx(1)
    assert np.abs(found.mean(axis=0) - fresh.flags.mean(axis=0)).max() < 0.03
    sure = found.max(axis=1)
    assert sure.mean() == pytest.approx((found.argmax(axis=1) == fresh.codes).mean(), abs=0.04)


def test_the_same_data_and_seed_give_the_same_classifier():
    one, two = (fit(made_texts(), seed=3) for _ in range(2))
    assert np.array_equal(one.linear.coefficients, two.linear.coefficients)
    assert np.array_equal(one.calibration.matrix, two.calibration.matrix)


def test_weights_of_labels_are_chosen_by_the_metric_on_texts_held_out():
    found = fitted(made_texts(400, noise=0.4, shares=(0.8, 0.15, 0.05)))
    assert (found.metric, found.trials[0].name) == ("f1_macro", "none")
    assert found.chosen is best_trial(list(found.trials), 1)
    assert found.chosen.value == max(each.value for each in found.trials)


def test_the_metric_of_a_profile_is_what_its_classes_are_weighted_by():
    data = made_texts(100)
    names = ["injured_or_dead_people", "not_humanitarian", "requests_or_urgent_needs"]
    told = LabelledTexts.check(data.texts, [names[code] for code in data.codes])
    found = fitted(told, profile=read_profile("humaid"))
    assert found.metric == "dua"
    assert "profile" in [each.name for each in found.trials]


def test_probabilities_of_many_labels_are_mapped_one_by_one():
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 60, 1200)
    scores = rng.normal(size=(1200, 60)) + 3 * np.eye(60)[codes]
    found = Calibration.of(scores, np.eye(60, dtype=bool)[codes], "multi-class")
    assert not found.together
    assert found.probabilities(scores).sum(axis=1) == pytest.approx(1)


def test_probabilities_of_two_classes_are_those_of_a_logistic_regression():
    rng = np.random.default_rng(0)
    score = rng.normal(size=500)
    flag = rng.random(500) < 1 / (1 + np.exp(-2 * score))
    scores = np.stack([-score, score], axis=1)
    found = Calibration.of(scores, np.stack([~flag, flag], axis=1), "multi-class").probabilities(scores)
    expected = LogisticRegression(tol=1e-3).fit(scores, flag).predict_proba(scores)
    assert found == pytest.approx(expected)


def test_cross_validation_promises_no_more_than_texts_that_are_new_get():
    rng = np.random.default_rng(0)
    texts = [" ".join(f"word{at}" for at in rng.integers(0, 300, 8)) for _ in range(300)]
    data = LabelledTexts.check(texts, [f"label {at % 20}" for at in range(300)])
    found = fitted(data)
    assert max(each.value for each in found.trials) < 2 / 20
    assert not found.classifier.calibration.together
    assert found.classifier.probabilities(texts[:50]).max(axis=1).mean() < 2 / 20


def test_terms_of_cross_validation_are_those_of_the_other_folds():
    data = LabelledTexts.check(["aa"] * 30 + ["bb"] * 29 + ["bb zz"], ["x"] * 30 + ["y"] * 30)
    crossed = CrossFit.of(data, counts_of(data.texts), np.arange(60), 0, lambda: None)
    held = crossed.fold == crossed.fold[-1]
    rest = data.take(~held)
    terms = Terms.of(counts_of(rest.texts))
    model = learnt(terms.weighed(counts_of(rest.texts)), rest.flags, 0, lambda: None)
    assert np.array_equal(crossed.scores[held], model.scores(terms.weighed(counts_of(data.texts[held]))))


@pytest.mark.parametrize("mode", ["multi-class", "multi-label"])
def test_no_label_is_the_less_likely_the_higher_its_score(mode):
    flags = np.eye(3, dtype=bool)[np.arange(60) % 3]
    found = Calibration.of(-2.0 * flags, flags, mode)
    assert (found.matrix.diagonal() >= 0).all()
    assert found.probabilities(-2.0 * flags) == pytest.approx(1 / 3, abs=0.02)


@pytest.mark.parametrize("seed", [2**32, 2**70])
def test_a_seed_may_be_any_whole_number(seed):
    assert fit(made_texts(60), seed=seed).predict(["smoke and flames"]) == ["fire"]


def test_every_fold_has_every_label_and_folds_are_of_one_size():
    data = made_texts(100)
    fold = fold_of(strata(data), np.arange(100), 3, np.random.default_rng(0))
    assert np.ptp(np.bincount(fold)) <= 1
    assert all(set(data.codes[fold == each]) == {0, 1, 2} for each in range(3))


def test_a_tenth_of_each_label_is_held_out():
    data = made_texts(1000)
    chosen = held_out(strata(data), np.arange(1000), 0.1, np.random.default_rng(0))
    assert np.abs(np.bincount(data.codes[chosen]) - 0.1 * data.counts).max() <= 0.5


def test_copies_are_on_one_side_and_every_label_keeps_its_share():
    stratum = np.repeat([0, 1], [600, 60])
    groups = np.random.default_rng(1).integers(0, 200, 660)
    chosen = held_out(stratum, groups, 0.1, np.random.default_rng(0))
    assert not set(groups[chosen]) & set(groups[~chosen])
    assert 0.08 <= chosen[:600].mean() <= 0.1
    assert 3 <= chosen[600:].sum() <= 6


def test_copies_that_are_more_than_the_share_are_learnt_from():
    groups = np.r_[np.zeros(50, int), np.arange(1, 51)]
    chosen = held_out(np.zeros(100, int), groups, 0.1, np.random.default_rng(0))
    assert chosen.sum() == 10
    assert not chosen[:50].any()


def test_a_label_whose_texts_are_all_copies_is_tested_nevertheless():
    chosen = held_out(np.repeat([0, 1], 20), np.repeat([0, 1], 20), 0.1, np.random.default_rng(0))
    assert [chosen[:20].sum(), chosen[20:].sum()] == [2, 2]


def test_copies_are_in_one_fold():
    stratum, groups = np.arange(300) % 3, np.repeat(np.arange(150), 2)
    fold = fold_of(stratum, groups, 3, np.random.default_rng(0))
    assert (fold[::2] == fold[1::2]).all()
    assert np.ptp(np.bincount(fold)) <= 2


@pytest.mark.parametrize("groups", [np.arange(30) % 2, np.r_[np.zeros(12, int), np.arange(1, 19)]])
def test_folds_are_even_where_copies_cannot_be_kept_together(groups):
    fold = fold_of(np.zeros(30, int), groups, 3, np.random.default_rng(0))
    assert np.bincount(fold).tolist() == [10, 10, 10]


def test_what_cross_validation_promises_owes_nothing_to_copies():
    rng = np.random.default_rng(0)
    texts = [" ".join(f"w{each}" for each in row) for row in rng.integers(0, 10**6, (100, 8))]
    labels = rng.choice(["x", "y"], 100).tolist()
    promised = fitted(LabelledTexts.check(texts * 3, labels * 3)).chosen.value
    assert promised < 0.65


@pytest.mark.parametrize("labels", [["x", "x", "y", "y", "z"], ["x", "y", "z", "z", "z"]])
def test_labels_of_one_text_do_not_stop_learning(labels):
    assert len(fit(LabelledTexts.check(["aa bb", "aa", "cc dd", "cc", "ee"], labels)).predict(["aa"])) == 1


@pytest.mark.parametrize(
    ("labels", "mode", "told"),
    [
        (["x", "x"], "multi-class", "holds only one label, 'x'"),
        (["", ""], "multi-label", "holds no label"),
        (["x", "x|y"], "multi-label", "Every text of the texts has 'x'"),
    ],
)
def test_nothing_to_tell_apart_is_told(labels, mode, told):
    with pytest.raises(TextError) as found:
        fit(LabelledTexts.check(["aa", "bb"], labels, mode=mode))
    assert told in str(found.value)


def test_texts_without_a_word_are_told():
    with pytest.raises(TextError, match="No text of the texts holds a word to learn from"):
        fit(LabelledTexts.check(["!", "?"] * 10, ["yes", "no"] * 10))


def test_a_model_that_is_read_again_says_the_same(tmp_path):
    for data in (made_texts(), made_sets()):
        model = Model(fit(data), {"made": "here"})
        save_model(tmp_path / "model.skops", model)
        again = load_model(tmp_path)
        assert again.card == {"made": "here"}
        assert again.classes == model.classes
        assert again.predict(data.texts) == model.predict(data.texts)
        assert np.array_equal(again.probabilities(data.texts), model.probabilities(data.texts))


def _foreign(path):
    skops.io.dump(LogisticRegression(), path)


def _other_dict(path):
    skops.io.dump({"facts": json.dumps({"kind": "another"}), "digest": ""}, path)


def _later(path):
    skops.io.dump({"facts": json.dumps({"kind": "mercalli classifier", "format": 2}), "digest": ""}, path)


def _half(path):
    save_model(path, Model(fit(made_texts(60)), {}))
    path.write_bytes(path.read_bytes()[:2000])


def _changed(path):
    save_model(path, Model(fit(made_texts(60)), {}))
    with zipfile.ZipFile(path) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    name = max(parts, key=lambda each: len(parts[each]) if each.endswith(".npy") else 0)
    parts[name] = parts[name][:-4] + b"\0\0\0\1"
    with zipfile.ZipFile(path, "w") as new:
        for name, part in parts.items():
            new.writestr(name, part)


def _zip(path):
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("a.txt", "a")


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (_foreign, "is refused: it holds 'sklearn.linear_model._logistic.LogisticRegression'"),
        (_other_dict, "does not say that it is one"),
        (_later, "was written in format 2"),
        (_half, "not whole, or another kind"),
        (_changed, "was changed after it was written"),
        (_zip, "it has no schema.json"),
        (lambda path: path.write_text("label,text\n"), "not whole, or another kind"),
    ],
)
def test_a_model_that_is_not_ours_is_refused(tmp_path, make, told):
    make(tmp_path / "model.skops")
    with pytest.raises(ModelError) as found:
        load_model(tmp_path / "model.skops")
    assert told in str(found.value)


def test_a_model_that_is_not_there_is_told(tmp_path):
    with pytest.raises(FileError, match="No file matches"):
        load_model(tmp_path / "none.skops")
