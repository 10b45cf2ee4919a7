"""Names, texts and lists as SQL writes them."""

from __future__ import annotations

from collections.abc import Iterable


def name(column: str) -> str:
    """A column's name.

    >>> print(name('the "true" class'))
    "the ""true"" class"
    """
    return '"' + column.replace('"', '""') + '"'


def text(value: str) -> str:
    r"""A text; SQL has no way to write the sign that ends a text in C, so that it is put in by its number.

    >>> print(text("it's"), text("a\0b"))
    'it''s' ('a' || chr(0) || 'b')
    """
    parts = ["'" + part.replace("'", "''") + "'" for part in value.split("\0")]
    return parts[0] if len(parts) == 1 else f"({' || chr(0) || '.join(parts)})"


def listed(values: Iterable[str | float | None]) -> str:
    """Values between commas.

    >>> print(listed(["a", 1.0, None]))
    'a', 1.0, null
    """
    return ", ".join(_literal(value) for value in values)


def _literal(value: str | float | None) -> str:
    return "null" if value is None else text(value) if isinstance(value, str) else repr(value)
