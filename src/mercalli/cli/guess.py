"""`mercalli FILE`: the command that fits the columns of a file."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence

from mercalli.console.streams import fail
from mercalli.engines.open import table_source
from mercalli.errors import ColumnError
from mercalli.io.headers import UTF8
from mercalli.io.paths import is_file_name
from mercalli.io.statistics import is_statistic
from mercalli.io.tables import Table, open_table
from mercalli.plan.fitting import Fit, fits
from mercalli.tasks.labels.data import likely_preds

SEALED = {"mercalli", "format", "seal"}


def call_of(words: list[str]) -> list[str]:
    """The words as they are, or after the command that fits the file which stands in its place."""
    return _call_for(words) if is_file_name(words[0]) else words


def _call_for(words: Sequence[str]) -> list[str]:
    """The words of a whole call, for words of which the first one is a file; which call it is, is said."""
    if is_statistic(words[0]):
        return ["show", *words]
    named = _named(words)
    table = open_table(words[0], encoding=named.get("encoding", UTF8))
    every = fits(table.columns, named)
    fitting = [fit for fit in every if not fit.lacking]
    if not fitting or fitting[0].command.needs:
        closest = sorted(every, key=lambda fit: len(fit.lacking))
        needs = [*_likely_call(closest[0], table, words), *(fit.needs for fit in closest)]
        raise ColumnError.of_no_task(table.origin, table.columns, needs)
    chosen, *others = fitting
    call = chosen.call(words, named)
    fail(f"mercalli: running: {_typed(call)}")
    fail(f"  because the file has these columns: {chosen.why}{_preferred(chosen, others)}")
    for other in others:
        fail(f"  or: {_typed(other.call([words[0], *other.options(named)], named))} ({other.command.line})")
    return call


def _likely_call(fit: Fit, table: Table, words: Sequence[str]) -> list[str]:
    """A call with the columns that hold labels of the truth, where predictions are all that is lacking.

    Or, of a log, that with a file of truths; of a sealed result, that of its report.
    """
    if table.log is not None and "truth" not in table.columns:
        return [f"for {table.log.called}, try: {_typed(['evaluate', *words, '--truth-file', 'FILE'])}"]
    if set(table.columns) >= SEALED:
        return [f"for a sealed result, try: {_typed(['report', words[0], '--out', 'DIR'])}"]
    if [role.name for role in fit.lacking] != ["pred"]:
        return []
    columns = likely_preds(table_source(table), fit.columns["truth"][0])
    return [f"try: {_typed([fit.name, *words, '--pred', ','.join(columns)])}"] if columns else []


def _preferred(chosen: Fit, others: Sequence[Fit]) -> str:
    """Why it was preferred to others that fit."""
    if not others:
        return "."
    if len(chosen.required) > len(others[0].required):
        return f". Other commands fit too; {chosen.name} uses the most columns."
    return f". Other commands fit too; {chosen.name} comes first in mercalli --help."


def _typed(call: Sequence[str]) -> str:
    return shlex.join(["mercalli", *call])


def _named(words: Sequence[str]) -> Mapping[str, str]:
    """What was given to options, by their names.

    >>> _named(["rows.csv", "--truth", "gold", "--by=lang", "--json"])
    {'truth': 'gold', 'by': 'lang', 'json': ''}
    """
    pairs = zip(words, [*words[1:], ""], strict=True)
    parts = ((word.removeprefix("--").partition("="), following) for word, following in pairs if word.startswith("--"))
    return {name: value if sign else following for (name, sign, value), following in parts}
