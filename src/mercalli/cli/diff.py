"""`mercalli diff`: two results beside each other."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mercalli.console import options

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mercalli.results.changes import Changes
    from mercalli.results.diff import Change
    from mercalli.telling.article import Section

OTHER_NUMBERS = 1
DIGITS, MORE_DIGITS = 3, 9
VALUES, WORDS = "Value and interval", ("old", "new")
MOST_OTHERS = 5
Tolerance = Annotated[
    float, typer.Option(metavar="X", min=0.0, help="Numbers closer to each other than this are the same.")
]


def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help="A sealed result, as in result.json.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="Another one of the same kind.")],
    tolerance: Tolerance = 0.0,
    as_json: options.Json = False,
) -> None:
    """Compare two results: which measures changed, and what may explain it?

    Exit code 0 if all numbers are the same, 1 if not, or if a verdict does not follow from its numbers.
    """
    from mercalli.plan.results import fitting, read_result
    from mercalli.results.changes import Changes

    before, after = read_result(old), read_result(new)
    with fitting(f"{old!r} or {new!r}"):
        changes = Changes.of(before, after, tolerance)
    tell(changes, as_json=as_json)


def tell(changes: Changes, *, as_json: bool) -> None:
    """The verdict first, then what differs; the exit code says whether anything does."""
    from mercalli.console.streams import print_json, screen
    from mercalli.telling.terminal import section_parts
    from mercalli.text.names import visible_record
    from mercalli.text.words import visible

    if as_json:
        print_json(_plain(changes))
    else:
        console = screen()
        console.print(visible(changes.verdict), soft_wrap=True)
        for section in visible_record(tuple(_sections(changes))):
            for part in section_parts(section):
                console.print(part)
    if not changes.is_same:
        raise typer.Exit(OTHER_NUMBERS)


def _sections(changes: Changes) -> Iterator[Section]:
    """Measures with their intervals, other numbers and texts, and what may explain it."""
    from mercalli.telling.article import Section, Sentence, table
    from mercalli.text.words import capital

    if changes.differing:
        rows: list[tuple[str, ...]] = [(_name(each), *_both(each)) for each in changes.differing]
        yield Section("Measures that differ", (table(VALUES, ("measure", "old", "new"), rows, each="measure"),))
    for heading, parts in (("Measures added", changes.added), ("Measures gone", changes.gone)):
        if parts:
            rows = [(_name(each), _ends(each.after if each.before is None else each.before)) for each in parts]
            yield Section(heading, (table(VALUES, ("measure", "value"), rows, each="measure"),))
    for heading, parts in (("Other numbers that differ", changes.numbers), ("Texts that differ", changes.words)):
        if parts:
            rows = [(each.path, _brief(each.before), _brief(each.after)) for each in parts]
            yield Section(heading, (table("By path", ("where", "old", "new"), rows, words=WORDS, most=MOST_OTHERS),))
    if changes.causes:
        yield Section("How they were made", (Sentence(f"{capital('; '.join(changes.causes))}."),))


def _name(change: Change) -> str:
    """What a measure is of, and its metric: the names in its path."""
    return " / ".join(re.findall(r"\[([^\[\]]*)\]", change.path)) or change.path


def _both(change: Change) -> tuple[str, str]:
    """Old and new; with more digits where three do not tell them apart."""
    pairs = (tuple(_ends(each, digits) for each in (change.before, change.after)) for digits in (DIGITS, MORE_DIGITS))
    old, new = next(
        (pair for pair in pairs if pair[0] != pair[1]), (_ends(change.before), "the same value and interval")
    )
    return old, new


def _ends(measure: Any, digits: int = DIGITS) -> str:  # noqa: ANN401 - a measure as JSON has it
    """A value with its interval."""
    from mercalli.text.numbers import interval, number

    value = measure.get("value", measure.get("difference"))
    if value is None:
        return f"- ({measure.get('undefined') or 'undefined'})"
    low, high = measure["low"], measure["high"]
    ends = "" if low is None else f" [{interval(low, high, digits=digits)}]"
    return f"{number(value, digits)}{ends}"


def _brief(value: object) -> str:
    from mercalli.text.words import cut

    return "-" if value is None else cut(str(value), 60)


def _plain(changes: Changes) -> dict[str, Any]:
    """As JSON."""

    def listed(parts: Sequence[Change]) -> list[dict[str, object]]:
        return [{"path": each.path, "old": each.before, "new": each.after} for each in parts]

    return {
        "verdict": changes.verdict,
        "same": changes.is_same,
        "measures": changes.measures,
        "differing": listed(changes.differing),
        "added": listed(changes.added),
        "gone": listed(changes.gone),
        "numbers": listed(changes.numbers),
        "texts": listed(changes.words),
        "unfounded": list(changes.unfounded),
        "causes": list(changes.causes),
        "tolerance": changes.tolerance,
    }
