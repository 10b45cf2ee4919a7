"""Results as strict JSON under a seal, and back again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, is_dataclass
from hashlib import sha256
from importlib import import_module
from reprlib import repr as shortened
from typing import Any, ClassVar

from mercalli.errors import ResultError
from mercalli.results.faults import Fault, misfits, unset
from mercalli.results.personal import shown as without_personal
from mercalli.results.reading import ShapeError, parsed, record, sealed_fields
from mercalli.results.scalars import Scalars
from mercalli.results.verdict import Verdict

END = "\n}"
FORMAT = 1
KIND, VERDICT, SEAL = "mercalli", "verdict", "seal"
# Named and not imported: telling is a room above this one, and is loaded when somebody looks.
TELLING = "mercalli.telling.kinds"


def since(version: str, default: Any) -> Any:  # noqa: ANN401 - as the field has it
    """A field of a sealed record that came later: older files do not have it, and get the default."""
    return field(default=default, metadata={"since": version})


class Result:
    """A record that can be sealed, under the name of its kind, and that tells itself at a prompt and in a notebook."""

    sealed_as: ClassVar[str]
    needs: ClassVar[tuple[str, ...]] = ()  # numbers among its settings without which it cannot be told
    told: Verdict | None = None  # the verdict in the file that it was read from: anybody may have written it

    def faults(self) -> Iterator[Fault]:
        """What does not fit together in a result that somebody sent."""
        yield from misfits(self)
        yield from unset(self, *self.needs)

    @property
    def verdict(self) -> Verdict | None:
        """What it says to somebody who has to decide; none where there is nothing to decide."""
        verdict: Verdict | None = import_module(TELLING).verdict_of(self)
        return verdict

    @property
    def weighted(self) -> bool:
        """Whether rows have weights: then its counts are sums of these, and not of rows."""
        provenance: Any = getattr(self, "provenance", None)
        return provenance is not None and provenance.roles.get("weight") is not None

    @property
    def unfounded(self) -> bool:
        """Whether its file holds another verdict than its numbers give."""
        return self.told is not None and self.told != self.verdict

    def __init_subclass__(cls) -> None:
        """Keep `dataclass` from giving a record its own `repr`: all fields, which can be 200,000 characters."""
        if "__repr__" not in vars(cls):
            cls.__repr__ = Result.__repr__  # type: ignore[method-assign]

    def __repr__(self) -> str:
        return str(import_module(TELLING).brief_text_of(self))

    def __str__(self) -> str:
        return str(import_module(TELLING).text_of(self))

    def _repr_html_(self) -> str:
        return str(import_module(TELLING).html_of(self))

    def to_frame(self, table: str | None = None, backend: str | None = None) -> Any:  # noqa: ANN401 - of any library
        """A table of this result as a data frame, with the columns of the CSV file in its report folder.

        Args:
            table: Which one: "metrics", "classes", "slices", "confusions", "comparison" or "gates", where there is one,
                or another table of this kind of result. An error lists those that there are. By default the first.
            backend: "polars", "pandas", "pyarrow", "modin", "cudf" or "duckdb". By default the library that is
                imported already (polars before pandas before pyarrow), else a relation of DuckDB.

        >>> import mercalli
        >>> result = mercalli.evaluate(truth=["fire", "flood", "fire"], pred=["fire", "flood", "flood"], replicates=0)
        >>> classes = result.to_frame("classes", backend="duckdb")
        >>> classes.filter("metric = 'recall'").select('"class"', "value", "support").fetchall()
        [('fire', 0.5, 2), ('flood', 1.0, 1)]
        """
        return import_module(TELLING).frame_of(self, table, backend)

    def figure(self, name: str | None = None) -> Any:  # noqa: ANN401 - a figure of matplotlib
        """A picture of this result as a figure of matplotlib, made without pyplot: a notebook shows it once.

        Args:
            name: The name of its file in the report folder without ".png". An error lists those that there are. By
                default the first.

        >>> import mercalli
        >>> truth = ["fire", "flood", "fire"]
        >>> result = mercalli.evaluate(truth=truth, pred=["fire", "flood", "flood"], replicates=0)
        >>> matrices = result.figure("enhanced_confusion_matrices")
        >>> matrices.savefig("matrices.pdf")  # doctest: +SKIP
        """
        return import_module(TELLING).figure_of(self, name)

    def show(self, height: int = 800) -> object:
        """The page of the report, in a notebook in a frame of so many dots down.

        >>> import mercalli
        >>> mercalli.evaluate(truth=["fire", "flood"], pred=["fire", "flood"], replicates=0).show()
        <page of ... KB: shown in a notebook; mercalli.write_report(result, folder) writes it for a browser>
        """
        page: object = import_module(TELLING).page_of(self, height)
        return page

    def scalars(self, sep: str = "/", table: str = "metrics", system: str | None = None) -> Scalars:
        """All values in one flat dictionary, for experiment trackers: names of letters, digits and `_`, and `sep`.

        Names begin with the system where there are several and none is chosen with `system`, then come slice and class
        where there are any. What is undefined is left out: it is listed with its reason in the attribute `undefined`.
        The attribute `written` has what each name stands for. `table` may be another table of measures.

        >>> import mercalli
        >>> truth = ["fire", "flood", "fire"]
        >>> result = mercalli.evaluate(truth=truth, pred={"a": truth, "b": ["fire"] * 3}, replicates=0)
        >>> values = result.scalars()
        >>> print(values["b/accuracy"], values.written["b/accuracy"])
        0.6667 b / accuracy
        >>> values.undefined
        {}
        """
        found: Scalars = import_module(TELLING).scalars_of(self, sep, table, system)
        return found


def to_json(result: Result, *, show_personal: bool = False) -> str:
    """Strict JSON, sealed with a digest over its content; the same result gives the same bytes.

    Personal data in texts is masked, unless it is to be shown.
    """
    left = without_personal(result, show_personal=show_personal)
    head = {KIND: result.sealed_as, "format": FORMAT}
    verdict = result.verdict
    content = {**head, **({} if verdict is None else {VERDICT: plain(verdict)}), **plain(left)}
    text = _dumps(content)
    return text[: -len(END)] + f',\n "seal": "{_digest(text)}"' + END + "\n"


def seal_of(text: str) -> str:
    """The seal at the end of a sealed result."""
    return text.rpartition(f'"{SEAL}": "')[2].partition('"')[0]


def unsealed(text: str, origin: str, record_of: Callable[[str], type[Any] | None]) -> Any:  # noqa: ANN401 - as sealed
    """A result from its JSON, of the record that its kind has; an error if it is broken or was changed."""
    try:
        content = parsed(text)
        kind = _record_type(content, origin, record_of)
        _check_seal(content, origin)
        told = record(Verdict, content.pop(VERDICT), VERDICT) if VERDICT in content else None
        result = record(kind, content)
    except ShapeError as fault:
        raise ResultError.broken(origin, str(fault)) from None
    object.__setattr__(result, "told", told)  # no part of the record: the verdict follows from the rest
    return result


def _record_type(content: Any, origin: str, record_of: Callable[[str], type[Any] | None]) -> type[Any]:  # noqa: ANN401 - any JSON
    """What a result says of itself."""
    kind = content.get(KIND) if isinstance(content, dict) else None
    if not isinstance(kind, str):
        raise ResultError.broken(origin, "it does not say that it is one")
    found = record_of(kind)
    if found is None:
        raise ResultError.foreign(origin, kind)
    written = content.get("format")
    if written != FORMAT or type(written) is not int:
        raise ResultError.about(
            origin,
            f"was written in format {shortened(written)}; this version reads format {FORMAT}. "
            f"Read it with the version that wrote it, or make it again from the data.",
        )
    return found


def _check_seal(content: dict[str, Any], origin: str) -> None:
    """Take the seal off, and what it covers besides the result."""
    sealed = content.pop(SEAL, None)
    if sealed is None:
        raise ResultError.about(origin, "cannot be trusted: it has no seal. Make it again from the data.")
    given = _digest(_dumps(content))
    if sealed != given:
        raise ResultError.about(
            origin,
            f"was changed after it was sealed: its seal says {str(sealed)[: len(given)]}, its content gives {given}. "
            f"Do not rely on it; make it again from the data.",
        )
    del content[KIND], content["format"]


def _dumps(content: object) -> str:
    return json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False)


def _digest(text: str) -> str:
    return "sha256:" + sha256(text.encode()).hexdigest()


def plain(value: Any) -> Any:  # noqa: ANN401 - any record
    """Records as dicts, tuples as lists; a number that is not finite must have been made None before."""
    if is_dataclass(value):
        kind: Any = type(value)
        return {name: plain(getattr(value, name)) for name in sealed_fields(kind)}
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    return value
