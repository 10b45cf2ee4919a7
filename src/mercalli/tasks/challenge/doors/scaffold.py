"""New challenges: one for a data file and a task, or CHEERS with made data, hidden gold and baselines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mercalli.errors import ColumnError, FileError, SettingError
from mercalli.io.claims import claimed
from mercalli.io.paths import bare_name
from mercalli.io.tables import open_table
from mercalli.io.whole_files import check_new, writing
from mercalli.plan.run_tables import columns_of
from mercalli.registry import Run, load, run, run_names
from mercalli.tasks.challenge.challenge import check_challenge
from mercalli.tasks.challenge.doors.clock import later, utc_now
from mercalli.tasks.challenge.doors.host import FILE
from mercalli.tasks.challenge.doors.opening import check_items, gold_text
from mercalli.text.words import shown

CHEERS = "cheers"
HIDDEN = "hidden"
WEEKS = 4 * 7 * 24 * 3600.0
BASELINES = ("random", "majority")
MADE, BASELINE = "mercalli.tasks.cheers.made:make_cheers_data", "mercalli.tasks.cheers.baselines:make_cheers_baseline"
ID_NAMES = ("id", "item", "item_id", "tweet_id", "doc_id", "cell", "globalid")
HEAD = """\
# A challenge of Mercalli. Check it with `mercalli challenge check`, open it with `mercalli challenge open`.
# Participants see everything here but the gold file. See docs/challenge.md for every setting.
name = {name}
title = {title}
text = {text}
task = {task}
gold = {gold}
rank_by = {rank_by}
companions = {companions}
finals = 2          # runs that each team may choose for the private board
join = "code"       # code, open or closed
"""
PHASE = """
[phases.main]
opens = {opens}
closes = {closes}
runs_per_day = 5          # scored runs of a team on one UTC day
runs = 100                # and in all
invalid_per_day = 20      # runs that break the rules use a cap of their own
failed_per_day = 10       # and so do runs that could not be scored
feedback = "ladder"       # full, improvements, ladder or none
public_share = 0.5        # the other units stay private until the close
"""


def toml(value: Any) -> str:  # noqa: ANN401 - what TOML can say
    r"""A value as TOML writes it.

    >>> toml("a \"b\""), toml(["x", 1]), toml(True)
    ('"a \\"b\\""', '["x", 1]', 'true')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, int | float):
        return repr(value)
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(f"\\u{ord(each):04x}" if ord(each) < ord(" ") else each for each in text) + '"'


def challenge_text(
    top: Mapping[str, Any], how: Run, options: Mapping[str, Any], more: Mapping[str, Mapping[str, Any]]
) -> str:
    """A whole `challenge.toml`, which opens now and closes in four weeks."""
    now = f"{utc_now()[:14]}00:00Z"
    known = {"rank_by": how.metric, "companions": list(how.beside), **top}
    text = HEAD.format(**{name: toml(value) for name, value in known.items()})
    opens, closes = now, f"{later(f'{now[:-1]}.000000Z', WEEKS)[:19]}Z"
    text += PHASE.format(opens=opens, closes=closes)
    for name, table in {"options": options, **more}.items():
        if table:
            text += "\n" + "\n".join([f"[{name}]", *(f"{key} = {toml(value)}" for key, value in table.items())]) + "\n"
    check_challenge(text, FILE)
    return text


def new_cheers(folder: str | Path, documents: int = 200, seed: int = 1) -> None:
    """CHEERS with made data: what participants get, the hidden gold file, and two baselines."""
    check_new(folder)
    with claimed(folder) as claim:
        place, how = claim.new, run(CHEERS)
        if how is None:
            raise SettingError.choice("task", CHEERS, run_names())
        with writing(folder):
            (place / HIDDEN).mkdir(mode=0o700, parents=True)
        data = place / "data"
        load(MADE)(data, documents=documents, seed=seed, hidden=place / HIDDEN / "gold.csv")
        for kind in BASELINES:
            train, test = (data / f"sentences_{split}_en.csv" for split in ("train", "test"))
            load(BASELINE)(kind, train=train, questions=test, out=place / f"baseline_{kind}.csv", seed=seed)
        top = {
            "name": CHEERS,
            "title": "CHEERS, a rehearsal with made data",
            "text": "Find the relevant sentences of humanitarian documents, and name the sector of each.",
            "task": CHEERS,
            "gold": f"{HIDDEN}/gold.csv",
        }
        more: dict[str, Mapping[str, Any]] = {
            "minimum": {"sector_coverage": 0.3},
            "baselines": {kind: f"baseline_{kind}.csv" for kind in BASELINES},
        }
        sectors = {"sectors": "data/immap_sector_name_to_id.json"}
        with writing(folder):
            (place / FILE).write_text(challenge_text(top, how, sectors, more), encoding="utf-8")
            claim.put()


def new_challenge(file: str | Path, folder: str | Path, task: str, options: Mapping[str, Any]) -> None:
    """A challenge about a data file that has the truth: its rows are copied as CSV, and what it needs is filled in."""
    how = run(task)
    if how is None:
        raise SettingError.choice("task", task, run_names())
    table = open_table(file)
    if len(table.files.files) > 1:
        raise FileError.named(str(file), "means several files. Give the one file with the truth.")
    filled = _filled(how, dict(options), table.columns, table.origin)
    columns = columns_of(file, table.columns)
    form = load(how.form)(str(file), filled)
    check_items(list(zip(*(columns[name] for name in form.ids), strict=True)), table.files.files[0].name)
    check_new(folder)
    with claimed(folder) as claim, writing(folder):
        source, place = table.files.files[0], claim.new
        (place / HIDDEN).mkdir(mode=0o700, parents=True)
        gold = f"{HIDDEN}/{bare_name(source)}.csv"
        (place / gold).write_text(
            gold_text(columns, range(len(next(iter(columns.values()))))), encoding="utf-8", newline=""
        )
        name = "".join(each if each.isascii() and (each.isalnum() or each in "-_") else "-" for each in source.stem)
        top = {"name": name[:40] or "challenge", "title": source.stem, "text": "", "task": task}
        text = challenge_text({**top, "gold": gold}, how, filled, {})
        (place / FILE).write_text(text, encoding="utf-8")
        claim.put()


def _filled(how: Run, options: dict[str, Any], columns: Sequence[str], origin: str) -> dict[str, Any]:
    """Options with columns that have a usual name; what cannot be guessed is asked for."""
    options = {name: value if value in columns else _typed(value) for name, value in options.items()}
    if "id" in how.needs and "id" not in options:
        known = next((name for name in columns if name.lower() in ID_NAMES), None)
        options |= {} if known is None else {"id": known}
    for name in how.needs:
        if name in columns:
            options.setdefault(name, name)
    lacking = [name for name in how.needs if name not in options]
    if lacking:
        raise SettingError.named(
            lacking[0],
            f"is needed and cannot be guessed. Give it with --set {lacking[0]}=VALUE; the columns of {origin} are "
            f"{shown(columns, limit=12)}.",
        )
    for name in (each for each in ("id", "truth", "unit", "time", "event", "damage") if each in options):
        for column in options[name] if isinstance(options[name], list) else [options[name]]:
            if column not in columns:
                raise ColumnError.unknown(str(column), columns, origin)
    return options


def _typed(value: Any) -> Any:  # noqa: ANN401 - what an option may be
    """A number where a text is one.

    >>> _typed("3"), _typed("0.5"), _typed("fire"), _typed(["1", "a"])
    (3, 0.5, 'fire', ['1', 'a'])
    """
    for kind in (int, float) if isinstance(value, str) else ():
        try:
            return kind(value)
        except ValueError:
            continue
    return value
