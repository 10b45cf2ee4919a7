"""Systems by name: of files, of columns, of models, and of several results as one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from os.path import abspath
from pathlib import Path
from typing import Any, TypeVar

from mercalli.errors import FileError, InputError, SystemNameError
from mercalli.io.paths import bare_name, is_folder, is_packed, last_name
from mercalli.text.words import first_few

MODEL = "model"


def source_name(source: object) -> str:
    """What a file, or an array, is called."""
    return Path(str(source)).name if isinstance(source, str | Path) else "the array"


def systems_of(model: object) -> dict[str, object]:
    """Models by name: a dict as it is, files by their names (by their paths where names are alike), else 'model'."""
    if isinstance(model, Mapping):
        named = {str(name): source for name, source in model.items()}
    else:
        several = isinstance(model, list | tuple) and all(isinstance(each, str | Path) for each in model)
        every: list[object] = list(model) if several else [model]  # type: ignore[call-overload]
        short = [_called(each) for each in every]
        names = short if len(set(short)) == len(short) else [str(each) for each in every]
        named = dict(zip(names, every, strict=True))
        if len(named) < len(every):
            raise SystemNameError.duplicate(next(name for name in names if names.count(name) > 1))
    if not named:
        raise SystemNameError.none()
    return named


def _called(source: object) -> str:
    """A file without its ending; a folder as it is called, wherever one stands."""
    if not isinstance(source, str | Path):
        return MODEL
    if is_folder(source):
        return last_name(source) or MODEL
    return bare_name(source) if is_packed(Path(source)) else Path(source).stem


_Result = TypeVar("_Result", bound=Any)


def system_names(paths: Sequence[str], twice: Callable[[str], InputError] = FileError.twice) -> list[str]:
    """A name for each path; `twice` makes the error about one that is given again.

    >>> system_names(["a/preds.csv", "b/preds.csv", "c/other.csv"])
    ['a/preds', 'b/preds', 'other']
    >>> system_names(["runs/preds.csv", "runs/preds.parquet"])
    ['preds.csv', 'preds.parquet']
    """
    places = [abspath(path) for path in paths]  # noqa: PTH100 - follows no links
    for path, place in zip(paths, places, strict=True):
        if places.count(place) > 1:
            raise twice(path)
    every = [list(_ends(Path(place))) for place in places]
    return [_distinct(ends, [other for other in every if other is not ends]) for ends in every]


def clashing(paths: Sequence[str]) -> set[str]:
    """The paths of files that have the name of another."""
    names = [Path(path).name for path in paths]
    return {path for path in paths if names.count(Path(path).name) > 1}


def _ends(path: Path) -> Iterator[str]:
    """Longer and longer ends of a path, each without and with the file's ending."""
    folders = path.parts[1:-1]
    for depth in range(len(folders) + 1):
        above = folders[len(folders) - depth :]
        yield from ("/".join([*above, name]) for name in (bare_name(path), path.name))


def _distinct(ends: Sequence[str], others: Sequence[Sequence[str]]) -> str:
    return next(end for end in ends if not any(end in other for other in others))


def systems_of_file(file: str, columns: Sequence[str]) -> list[tuple[str, str]]:
    """Systems beside those of other files: one is called after its file, several after file and column.

    >>> systems_of_file("runs/a", ["pred"]), systems_of_file("b", ["svm", "tree"])
    ([('runs/a', 'pred')], [('b.svm', 'svm'), ('b.tree', 'tree')])
    """
    return [(file if len(columns) == 1 else f"{file}.{column}", column) for column in columns]


def unique_systems(named: Sequence[tuple[str, Any]], role: str = "pred") -> dict[str, Any]:
    """Systems by name, each name once and at least one; `role` is what names them."""
    systems: dict[str, Any] = {}
    for name, value in named:
        if name in systems:
            raise SystemNameError.duplicate(name)
        systems[name] = value
    if not systems:
        raise SystemNameError.none(role)
    return systems


def together(results: Sequence[_Result]) -> _Result:
    """Results on several files under the same settings as one, with the systems of all."""
    first = results[0]
    origin = first_few(list(dict.fromkeys(result.provenance.origin for result in results)))
    systems = tuple(system for result in results for system in result.systems)
    return replace(first, systems=systems, provenance=replace(first.provenance, origin=origin))
