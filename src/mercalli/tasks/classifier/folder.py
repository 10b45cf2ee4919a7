"""The files of a folder of training: the model, its card, the report on its test, and the answer of the service."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from mercalli.io.cells import csv_columns, csv_rows, csv_text
from mercalli.io.models import MODEL
from mercalli.results.seal import to_json
from mercalli.tasks.classifier.article import PICTURE, training_article
from mercalli.tasks.classifier.figures import leave_out_figure
from mercalli.tasks.classifier.model import save_model
from mercalli.tasks.classifier.predictions import prediction_columns, tested_header
from mercalli.telling.markdown.article import article_markdown
from mercalli.telling.page.article import article_page
from mercalli.telling.told import adapted_files, files_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from mercalli.io.folders import Content
    from mercalli.tasks.classifier.model import Model
    from mercalli.tasks.classifier.result import LeftOut
    from mercalli.tasks.classifier.trained import Trained

LEFT_OUT = ("texts", "few", "metric", "value", "low", "high", "untrained", "obstacle")


def training_files(trained: Trained) -> dict[str, Content]:
    """File names and contents."""
    left = None if trained.left_out is None else trained.left_out.report
    article = training_article(trained.training, trained.test, left, trained.findings)
    pictures = {} if left is None else {PICTURE: leave_out_figure(left)}
    return {
        **files_of(trained.test),
        MODEL: partial(_model, model=trained.model),
        "model_card.md": article_markdown(article),
        "model_card.html": article_page(article, pictures),
        **adapted_files("training", trained),
        "test_predictions.csv": _test_predictions(trained),
        **pictures,
        **({} if trained.left_out is None else _left_out(trained)),
    }


def _model(path: Path, *, model: Model) -> None:
    save_model(path, model)


def _test_predictions(trained: Trained) -> str:
    data, classifier = trained.test_texts, trained.model.classifier
    kept = [data.texts.tolist(), *([column.values[code] for code in column.codes] for column in data.by.values())]
    ids = None if data.ids is None else data.ids.tolist()
    told = prediction_columns(classifier, trained.probabilities, ids=ids, kept=kept, truth=data.written())
    return csv_rows([tested_header(data, classifier.classes)]) + csv_columns(told)


def _left_out(trained: Trained) -> dict[str, Content]:
    found = trained.left_out
    if found is None:
        return {}
    return {
        "leave_out.json": to_json(found.by_event),
        "leave_out.csv": csv_text((found.report.column, *LEFT_OUT), _left_out_rows(found.report)),
    }


def _left_out_rows(left: LeftOut) -> Iterator[Sequence[object]]:
    for part in left.parts:
        each = part.measure
        untrained = "|".join(part.untrained)
        yield (part.name, part.n, part.few, each.metric, each.value, each.low, each.high, untrained, part.obstacle)
    for name, each in (("(all)", left.all_parts), ("(held out at random)", left.at_random)):
        yield (name, each.n, False, each.metric, each.value, each.low, each.high, "", None)
