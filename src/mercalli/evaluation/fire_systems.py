"""Models of a fire by name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from mercalli.errors import FireError, SystemNameError

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


def table_systems(model: object) -> dict[str, object]:
    """The same where a model may be a dict of columns: that is one model, and a dict of tables or files is several."""
    if not isinstance(model, Mapping):
        return systems_of(model)
    tables = [str(name) for name, each in model.items() if _is_table(each)]
    if tables and len(tables) < len(model):
        raise FireError.mixed_tables(tables, [str(name) for name in model if str(name) not in tables])
    return systems_of(model) if tables else {MODEL: model}


def _is_table(source: object) -> bool:
    """A file, a dict of columns or a frame, not a column; a lazy frame would have to work to tell its columns."""
    named = any(hasattr(type(source), each) for each in ("columns", "column_names"))
    return isinstance(source, str | Path | Mapping) or named


def _called(source: object) -> str:
    """A file without its ending; a folder as it is called, wherever one stands."""
    if not isinstance(source, str | Path):
        return MODEL
    path = Path(str(source))
    if not path.is_dir():
        return path.stem
    return path.name if path.name not in ("", "..") else path.resolve().name or MODEL
