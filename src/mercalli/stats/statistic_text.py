"""Statistics read from their text: whatever the program would not have written so is refused."""

from __future__ import annotations

import json
from typing import Any

from mercalli.errors import InputError, StatisticError
from mercalli.errors.statistics import LONGEST
from mercalli.stats.counted_parts import Part, check_once
from mercalli.stats.entries import INSIDE, INSIDE_SQ, MOST_ENTRIES, ROWS, WEIGHT, WEIGHT_SQ, Entries
from mercalli.stats.sharing import Rule
from mercalli.stats.statistic import EXACT, FIRST, FORMAT, KIND, LAST, ROUNDED, RULE, Statistic, sealed
from mercalli.text.words import cut

WEIGHTS, PLACES = [WEIGHT, WEIGHT_SQ], [INSIDE, INSIDE_SQ]
SUMS: tuple[list[str], ...] = ([], WEIGHTS, PLACES, [*WEIGHTS, *PLACES])


def statistic_of(text: str, origin: str) -> Statistic:
    """The statistic that a text is."""
    first, _, body = text.partition("\n")
    header = _header(first, origin)
    _check_whole(header, body, origin)
    _check_seal(header, body, origin)
    columns, sums = _columns(header, origin)
    question = {name: value for name, value in header.items() if name not in (*FIRST, RULE, *LAST)}
    parts = _parts(header, origin)
    entries = Entries.read(body, columns, sums, origin)
    found = Statistic(header["task"], question, parts, entries, origin, _rule(header, origin))
    if found.rule is not None and (entries.rows % found.rule.base).any():
        raise StatisticError.broken(origin, f"its counts must be multiples of {found.rule.base}, as its header says")
    if sum(part.rows for part in parts) != found.rows:
        raise StatisticError.broken(
            origin, f"its parts name {sum(part.rows for part in parts):,} rows, and its entries {found.rows:,}"
        )
    if found.text != text:
        raise StatisticError.broken(origin, f"it is not written as Mercalli writes it{_first_other(found.text, text)}")
    return found


def _parts(header: dict[str, Any], origin: str) -> tuple[Part, ...]:
    """What was counted at once, each once and in order."""
    parts = tuple(Part.read(part, origin) for part in header["parts"])
    check_once([(part, origin) for part in parts])
    if list(parts) != sorted(parts, key=lambda part: part.order):
        raise StatisticError.broken(origin, "the parts in its header are not in order")
    return parts


def _header(line: str, origin: str) -> dict[str, Any]:
    """The first line."""
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        raise StatisticError.foreign(origin) from None
    if not isinstance(header, dict) or header.get(FIRST[0]) != KIND:
        raise StatisticError.foreign(origin)
    if header.get("format") != FORMAT:
        raise StatisticError.version(origin, header.get("format"), FORMAT)
    if header.get("counts") not in (EXACT, ROUNDED):
        known = f"{EXACT!r} and {ROUNDED!r}"
        raise StatisticError.broken(
            origin, f"its counts are {cut(repr(header.get('counts')), LONGEST)}, and this version knows {known}"
        )
    lacking = [name for name in (*FIRST, *LAST) if name not in header]
    if lacking:
        raise StatisticError.broken(origin, f"its header has no {lacking[0]!r}")
    if not isinstance(header["parts"], list) or not header["parts"] or not isinstance(header["task"], str):
        raise StatisticError.broken(origin, "its header must name a task and list at least one part")
    return header


def _rule(header: dict[str, Any], origin: str) -> Rule | None:
    """How counts were rounded, if they were; what the header says of it must be all that a rule is."""
    if header["counts"] == EXACT:
        return None
    try:
        return Rule.read(header[RULE])
    except (KeyError, TypeError, InputError):
        raise StatisticError.broken(origin, "its header says that counts are rounded, and not how") from None


def _check_whole(header: dict[str, Any], body: str, origin: str) -> None:
    """Refuse a text that ends too early, or holds more than any statistic."""
    entries, there = header["entries"], body.count("\n")
    if type(entries) is not int or not 0 <= entries <= MOST_ENTRIES or there > MOST_ENTRIES:
        found = entries if there <= MOST_ENTRIES else there
        raise StatisticError.broken(
            origin, f"it has {cut(str(found), LONGEST)} entries; at most {MOST_ENTRIES:,} are read"
        )
    if there != entries or (body and not body.endswith("\n")):
        raise StatisticError.broken(origin, f"its header names {entries:,} entries, and {there:,} whole ones are there")


def _check_seal(header: dict[str, Any], body: str, origin: str) -> None:
    unsealed = {name: value for name, value in header.items() if name != "seal"}
    try:
        seal = sealed(json.dumps(unsealed, ensure_ascii=False, allow_nan=False), body)
    except ValueError:
        raise StatisticError.broken(origin, "its header holds what is no JSON or no text") from None
    if header["seal"] != seal:
        raise StatisticError.broken(origin, "its seal does not hold, so it was changed or damaged")


def _columns(header: dict[str, Any], origin: str) -> tuple[list[str], list[str]]:
    """The columns of texts, and those of sums; what they must be called, its task knows."""
    listed = header["columns"]
    if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed) or listed.count(ROWS) != 1:
        raise StatisticError.broken(origin, f"its header must list the names of its columns, and {ROWS!r} among them")
    at = listed.index(ROWS)
    columns, sums = listed[:at], listed[at + 1 :]
    if not columns or len(set(listed)) < len(listed) or sums not in SUMS:
        raise StatisticError.broken(
            origin, f"its header lists columns that no statistic has: {cut(', '.join(listed), LONGEST)}"
        )
    return columns, sums


def _first_other(mine: str, given: str) -> str:
    """The first entry that differs; the header does, since its seal is of all of them."""
    pairs = enumerate(zip(mine.split("\n"), given.split("\n"), strict=False), 1)
    at = next((at for at, (one, two) in pairs if one != two and at > 1), 1)
    return f" (line {at})"
