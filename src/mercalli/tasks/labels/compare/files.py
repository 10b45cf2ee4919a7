"""From files to a comparison: the prediction columns of one file, or several files on the same items."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any

from mercalli.engines.source import Source
from mercalli.errors import SettingError, SystemNameError
from mercalli.inputs.classes import ClassList, label_text, normal
from mercalli.inputs.usual_names import TEXT, usual_column
from mercalli.io import sql
from mercalli.io.joins import ItemChoice
from mercalli.io.profiles import read_profile
from mercalli.io.tables import open_database
from mercalli.plan.answer_files import with_inputs
from mercalli.plan.answer_settings import AnswerSettings
from mercalli.plan.columns import check_there
from mercalli.plan.same_items import Items, items_of
from mercalli.plan.tables import OpenTable
from mercalli.tasks.labels.compare.evaluate import compare
from mercalli.tasks.labels.compare.result import Comparison
from mercalli.tasks.labels.cross_tables import check_alone
from mercalli.tasks.labels.data import LabelFiles, LabelTables, likely_preds, open_labels
from mercalli.tasks.labels.opening import holds_statistic, statistic_in
from mercalli.text.masks import masked

TWO = 2


@dataclass(frozen=True)
class FileComparison:
    """A comparison and where its items are, for examples."""

    result: Comparison
    guesses: tuple[str, ...]
    items: Items | None = None
    classes: ClassList | None = None

    def examples(self, most: int, *, show_personal: bool = False) -> list[dict[str, str]]:
        """Items that one of the first two systems gets right and the other wrong, in the order of the file."""
        if self.items is None:
            check_alone({"examples": most or None}, "statistic")
            return []
        names = ("truth", *list(self.items.systems)[:TWO])
        telling = islice(filter(partial(self._tells, names), _differing(self.items)), most)
        exact = {self.items.key, "truth"}
        return [
            {name: str(value) if show_personal or name in exact else masked(str(value)) for name, value in item.items()}
            for item in telling
        ]

    def _tells(self, names: Sequence[str], item: dict[str, object]) -> bool:
        truth, first, second = (self._class(item[name]) for name in names)
        return (first == truth) != (second == truth)

    def _class(self, label: object) -> object:
        """The class a label means; a label outside the classes means itself."""
        text = label_text(label)
        code = None if self.classes is None else self.classes.code(text)
        return normal(text) if code is None else code


def _differing(items: Items) -> Iterator[dict[str, object]]:
    """Items on which the first two systems differ, a chunk at a time."""
    relation, key = items.relation, items.key
    text = usual_column(TEXT, relation.columns)
    pair = dict(islice(items.systems.items(), TWO))
    wanted = {
        **({key: key} if key else {}),
        **({text: text} if text else {}),
        "truth": items.truth,
        **pair,
    }
    one, two = map(sql.name, pair.values())
    chosen = relation.filter(f"{one} is distinct from {two}")
    chosen = chosen.project(", ".join(f"{sql.name(column)} as {sql.name(name)}" for name, column in wanted.items()))
    while rows := chosen.fetchmany(1000):
        yield from (dict(zip(wanted, row, strict=True)) for row in rows)


def compare_files(
    files: LabelFiles,
    key: str | None,
    items: ItemChoice | None = None,
    **settings: Any,  # noqa: ANN401 - as compare
) -> FileComparison:
    """The prediction columns of one file, or several files matched by a key or row by row."""
    if holds_statistic(files):
        statistic, given = statistic_in(files, items=items)
        return FileComparison(compare(statistic, **given, **settings), (f"statistic: {statistic.told}",))
    database = open_database()
    tables = open_labels(files, database, settings.get("like"))
    return compare_tables(tables, key, database, items, **settings)


def compare_tables(
    tables: LabelTables,
    key: str | None,
    database: Any,  # noqa: ANN401 - a DuckDB connection
    chosen: ItemChoice | None = None,
    **settings: Any,  # noqa: ANN401 - as compare
) -> FileComparison:
    """The same for files that a database has opened."""
    if settings.get("count") is not None and len(tables.files) > 1:
        raise SettingError.named("count", "is for one file: rows that stand for several items each cannot be matched.")
    items = items_of(tables.files, key, database, chosen)
    _check_several(items, tables.files[0])
    _check_text(items.source, settings.get("answers"))
    result = compare(
        items.source,
        truth=items.truth,
        pred=items.systems,
        profile=tables.profile,
        classes=tables.classes,
        **settings,
    )
    result = replace(result, notes=(*tables.notes, *items.shared, *result.notes))
    return FileComparison(with_inputs(result, tables.files), (*tables.guesses, *items.how), items, _declared(tables))


def _check_text(source: Source, answers: object) -> None:
    """A column of texts that was named must be there; of several files, in the first one."""
    if isinstance(answers, AnswerSettings) and answers.text is not None:
        check_there(source, [answers.text])


def _check_several(items: Items, first: OpenTable) -> None:
    """A file alone must hold two systems, or it is said which columns may be others."""
    if len(items.systems) < TWO:
        preds = list(items.systems)
        others = [column for column in likely_preds(first.source, first.truth) if column not in preds]
        raise SystemNameError.alone(preds[0], first.source.origin, others)


def _declared(tables: LabelTables) -> ClassList | None:
    profile = None if tables.profile is None else read_profile(tables.profile)
    return ClassList.check(profile.classes, profile.aliases) if profile is not None and profile.classes else None
