"""Forward validation: each block of time is tested by what was learnt before it."""

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

import mercalli
from mercalli.errors import ColumnError, InputError, MissingError, SettingError, TextError, TimeError
from mercalli.inputs.texts import LabelledTexts
from mercalli.tasks.classifier.fit import fit
from tests.tasks.classifier.made import made_rows

START = datetime(2024, 5, 1, tzinfo=UTC)


def days_of(size, days=5):
    """Texts come in the order of time, as many each day."""
    return [(START + timedelta(days=days * at / size)).isoformat() for at in range(size)]


def dated(size=300, days=5, **options):
    texts, labels, events = made_rows(size, **options)
    return LabelledTexts.check(texts, labels, by={"event": events, "created_at": days_of(size, days)})


@pytest.fixture(scope="module")
def trained():
    return mercalli.train(dated(), forward="1d", replicates=100)


def test_each_block_is_predicted_by_what_came_before_and_by_what_came_before_the_first(trained):
    data, report = dated(), trained.forward.report
    assert [part.name for part in report.parts] == ["2024-05-02", "2024-05-03", "2024-05-04", "2024-05-05"]
    assert [(part.n, part.trained, part.age) for part in report.parts] == [
        (60, 60, 0.0),
        (60, 120, 24.0),
        (60, 180, 48.0),
        (60, 240, 72.0),
    ]
    for part, at in zip(report.parts, range(1, 5), strict=True):
        here = slice(60 * at, 60 * (at + 1))
        for way, until in (("fresh", 60 * at), ("frozen", 60)):
            said = fit(data.take(np.arange(len(data)) < until)).predict(data.texts[here])
            rows = {"t": data.written()[here], "p": said}
            oracle = mercalli.evaluate(rows, truth="t", pred="p", replicates=0, metrics="f1_macro")
            assert getattr(part, way).value == oracle.systems[0].measure("f1_macro").value


def test_what_leaving_it_costs_is_the_mean_difference_over_later_blocks(trained):
    report = trained.forward.report
    apart = [part.fresh.value - part.frozen.value for part in report.parts[1:]]
    assert report.lost.value == pytest.approx(np.mean(apart))
    assert report.lost.value == pytest.approx(report.fresh.value - report.frozen.value)
    assert report.lost.low < report.lost.value < report.lost.high
    assert report.parts[0].fresh == report.parts[0].frozen


def test_the_card_tells_it_with_a_picture_and_tables(trained, tmp_path):
    assert "Forward in time (1d, by created_at)" in str(trained)
    trained.save(tmp_path / "model")
    lines = (tmp_path / "model" / "forward.csv").read_text().splitlines()
    assert len(lines) == 1 + 4 + 2
    assert (tmp_path / "model" / "forward.png").read_bytes().startswith(b"\x89PNG")
    assert "left as it was" in (tmp_path / "model" / "model_card.html").read_text()


def test_labels_that_are_new_in_a_block_are_told():
    texts, labels, _ = made_rows(120, shares=(0.5, 0.5, 0.0), noise=0)
    texts, labels = [*texts, *(["shaking rubble near town"] * 10)], [*labels, *(["quake"] * 10)]
    data = LabelledTexts.check(texts, labels, by={"ts": days_of(130, 3)})
    parts = mercalli.train(data, forward="1d", time="ts", replicates=0).forward.report.parts
    assert [part.untrained for part in parts] == [(), ("quake",)]


def test_a_file_needs_no_column_of_times_to_be_named(tmp_path):
    texts, labels, _ = made_rows(200)
    rows = zip(labels, texts, days_of(200), strict=True)
    (tmp_path / "posts.csv").write_text("label,text,date\n" + "".join(",".join(row) + "\n" for row in rows))
    trained = mercalli.train(tmp_path / "posts.csv", forward="1d", replicates=0)
    assert len(trained.forward.report.parts) == 4


@pytest.mark.parametrize(
    ("changes", "kind", "says"),
    [
        ({"forward": "0d"}, SettingError, "longer than 0"),
        ({"forward": "soon"}, SettingError, "a whole number and a unit"),
        ({"forward": "1h"}, TextError, "at most 60"),
        ({"forward": "4w"}, TextError, "at least 3"),
        ({"forward": "1d", "time": "when"}, ColumnError, "when"),
        ({"forward": "1d", "time": "event"}, TimeError, "cannot be read as a time"),
    ],
)
def test_what_cannot_be_tested_forward_is_refused(changes, kind, says):
    with pytest.raises(kind, match=says):
        mercalli.train(dated(), **changes)


@pytest.mark.parametrize(
    ("time", "kind", "says"),
    [
        ("2024-05-01T00:00:00", TimeError, r"first at text 3\) is a time without a zone"),
        ("", MissingError, "no time in 'ts'"),
        ("1969-05-01T00:00:00Z", TimeError, "from 1990 to 2100"),
    ],
)
def test_times_that_cannot_be_are_refused_with_their_text(time, kind, says):
    texts, labels, _ = made_rows(60)
    times = days_of(60)
    times[2] = time
    with pytest.raises(kind, match=says):
        mercalli.train(LabelledTexts.check(texts, labels, by={"ts": times}), forward="1d")


def test_without_times_or_enough_before_the_last_block_it_is_refused():
    texts, labels, _ = made_rows(60)
    with pytest.raises(ColumnError, match="forward"):
        mercalli.train(LabelledTexts.check(texts, labels), forward="1d")
    late = LabelledTexts.check(texts, labels, by={"ts": days_of(2, 2) + [days_of(5)[4]] * 58})
    with pytest.raises(InputError, match="enough before it"):
        mercalli.train(late, forward="1d")
