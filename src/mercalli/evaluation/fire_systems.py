"""Models of a fire by name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from mercalli.errors import SystemNameError


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
        stems = [Path(str(each)).stem if isinstance(each, str | Path) else "model" for each in every]
        names = stems if len(set(stems)) == len(stems) else [str(each) for each in every]
        named = dict(zip(names, every, strict=True))
        if len(named) < len(every):
            raise SystemNameError.duplicate(next(name for name in names if names.count(name) > 1))
    if not named:
        raise SystemNameError.none()
    return named
