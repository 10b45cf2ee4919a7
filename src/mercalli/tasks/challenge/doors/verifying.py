"""Exports that anybody can check: the split is as promised, and boards follow from the gold file, split and runs."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from mercalli.results.difference import Difference
from mercalli.results.measure import Measure
from mercalli.tasks.challenge.board import Entry, grouped, ranked
from mercalli.tasks.challenge.doors.children import Child
from mercalli.tasks.challenge.doors.choices import check_choices
from mercalli.tasks.challenge.doors.exports import SPLIT, board_name
from mercalli.tasks.challenge.doors.host import FILE, GOLD, KEY, PRIVATE, PUBLIC
from mercalli.tasks.challenge.doors.opening import bound_digest, units_of
from mercalli.tasks.challenge.doors.published import Export, broken
from mercalli.tasks.challenge.doors.replaying import Replay, gold_columns
from mercalli.tasks.challenge.doors.scoring import direction, measure, missed
from mercalli.tasks.challenge.split import Split
from mercalli.text.words import counted

Told = Callable[[int, int], None]


def verify(folder: str | Path, told: Told = lambda _done, _total: None) -> list[str]:
    """What an export proves, line by line; the first thing that is not as it should be is an error."""
    try:
        return _verified(Export(Path(folder)), told)
    except (KeyError, TypeError, AttributeError, ValueError, IndexError):
        raise broken("export", f"{str(folder)!r} is not a whole export: something is missing in its files.") from None


def _verified(export: Export, told: Told) -> list[str]:
    boards = export.boards
    _check_named(export)
    said = [_check_ranks(name, board) for name, board in boards.items()]
    if not (export.place / SPLIT).is_file():
        return ["The split is not revealed yet: it is when every phase is closed.", *said]
    _check_whole(export)
    said = [*_check_split(export), *said]
    phases = list(dict.fromkeys(board["phase"] for board in boards.values()))
    if not (export.place / GOLD).is_file():
        said += [check_choices(export, phase, None) for phase in phases]
        return [*said, "Scores were not checked: that needs the gold file and the runs of an export with --whole."]
    _check_gold(export)
    with tempfile.TemporaryDirectory(prefix="mercalli-") as name, Child(Path(name)) as child:
        replay = Replay(export, Path(name), child)
        steps = [partial(_Scores(export, replay).check, file, board) for file, board in boards.items()]
        steps += [partial(check_choices, export, phase, replay) for phase in phases]
        for done, step in enumerate(steps):
            told(done, len(steps))
            said.append(step())
    return said


def _check_named(export: Export) -> None:
    """The key and each board are of the last revision; a board is the one that its file is called after."""
    if sha256(export.key.text.encode()).hexdigest() != export.revision["key_digest"]:
        raise broken("gold", f"{KEY!r} is not the key of the revision: its hash differs.")
    if export.challenge.source != export.revision["source"]:
        raise broken("board", f"{FILE!r} is not the one of the last revision.")
    wanted = [export.challenge.rank_by, *export.challenge.companions]
    for name, board in export.boards.items():
        if name != board_name(board["phase"], board["part"]) or board["revision"] != export.revision["id"]:
            raise broken("board", f"{name!r} holds another board, or one of an earlier revision.")
        for each in board["entries"]:
            found = [_plain(kept["metric"]) for kept in each["measures"]]
            if found != [*dict.fromkeys(map(_plain, wanted))] or each["measures"][0]["metric"] != board["metric"]:
                raise broken("board", f"{name!r}: the metrics of {each['submission']} are not those of {FILE!r}.")


def _plain(metric: str) -> str:
    """A metric without its options."""
    return metric.partition("(")[0]


def _check_whole(export: Export) -> None:
    """Once the split is revealed, every phase has both boards."""
    names = {board_name(phase, part) for phase in export.split["shares"] for part in (PUBLIC, PRIVATE)}
    lacking = sorted(names - set(export.boards))
    if lacking:
        raise broken("export", f"{str(export.place)!r} is not a whole export: {lacking[0]!r} is missing.")


def _check_split(export: Export) -> Iterator[str]:
    """The commitments that were published before the opening are those of this salt and these units."""
    found, promised = export.split, export.revision["commitments"]
    if len(found["units"]) != len(export.key.items):
        raise broken("split", "The split does not speak of the items of the key.")
    for phase, commitment in promised.items():
        split = Split.of(found["units"], found["salt"], found["shares"][phase])
        if split.commitment != commitment or found["commitments"].get(phase) != commitment:
            raise broken("split", f"The split of {phase!r} is not the one that was promised.")
        yield f"{phase}: the split of {len(split.units)} units is the one that was promised: {commitment}"


def _check_ranks(name: str, board: dict[str, Any]) -> str:
    """Ranks follow from the scores."""
    rows = [_entry(each) for each in board["entries"]]
    kept = {each["submission"]: each["rank"] for each in board["entries"]}
    for entry in ranked(rows, board["direction"]):
        if entry.rank != kept[entry.submission]:
            raise broken("board", f"{name!r}: the rank of {entry.submission} does not follow from the scores.")
    return f"{name}: the ranks of {counted(len(rows), 'run')} follow from their scores."


def _entry(found: dict[str, Any]) -> Entry:
    kept = {name: found[name] for name in ("team", "submission", "received", "below", "revision")}
    return Entry(measures=tuple(Measure(**each) for each in found["measures"]), **kept)


def _check_gold(export: Export) -> None:
    """The gold file is the one of the revision, and has the units of the split."""
    gold = export.place / GOLD
    if sha256(gold.read_bytes()).hexdigest() != export.revision["gold_digest"]:
        raise broken("gold", f"{GOLD!r} is not the gold file of the revision: its hash differs.")
    options = [sha256(file.read_bytes()).hexdigest() for file in export.option_files]
    bound = (export.challenge.source, export.revision["gold_digest"], export.revision["key_digest"], options)
    if bound_digest(*bound) != export.revision["digest"]:
        raise broken("gold", "What the scores rest on is not what the revision was bound to: its digest differs.")
    if units_of(gold_columns(export), export.challenge.unit, export.key) != export.split["units"]:
        raise broken("split", "The units of the split are not those of the gold file.")


class _Scores:
    """The scores and groups of boards, made again."""

    def __init__(self, export: Export, replay: Replay) -> None:
        self.export, self.replay = export, replay

    def check(self, file: str, board: dict[str, Any]) -> str:
        """Every score of a board, and every group, from the gold file, the split and the runs."""
        entries = [each for each in board["entries"] if each["revision"] == board["revision"]]
        for each in entries:
            self._check_scores(file, board, each)
        older = len(board["entries"]) - len(entries)
        left = f" {counted(older, 'run')} of an earlier revision left out." if older else ""
        if not older:
            self._check_groups(file, board)
        return f"{file}: {counted(len(entries), 'run')} scored again, all scores and groups are the same.{left}"

    def _check_scores(self, file: str, board: dict[str, Any], entry: dict[str, Any]) -> None:
        team, digest = self.export.digests[entry["submission"]]
        if team != entry["team"]:
            raise broken("board", f"{file!r}: the run {entry['submission']} is not one of {entry['team']!r}.")
        answer = self.replay.scored(board["phase"], board["part"], digest)
        again = json.dumps(answer["measures"])
        self._check_rules(file, entry, again, json.dumps(answer["metrics"]))
        for kept in entry["measures"]:
            found = measure(again, kept["metric"])
            other = next((name for name in found if name in kept and kept[name] != found[name]), None)
            if other is not None:
                where = f"{file!r}: {kept['metric']} of {entry['submission']}"
                raise broken("scores", f"{where}: the {other} is {found[other]}, not {kept[other]}.")

    def _check_rules(self, file: str, entry: dict[str, Any], measures: str, metrics: str) -> None:
        """Whether a run is ranked follows from the minimum, and which of two scores is better from the metric."""
        board, below = self.export.boards[file], missed(measures, metrics, self.export.challenge.minimum)
        unscored = entry["measures"][0]["value"] is None
        if (not unscored or below) and entry["below"] != below:
            raise broken(
                "board", f"{file!r}: whether {entry['submission']} is ranked does not follow from the minimum."
            )
        if board["direction"] != direction(metrics, board["metric"]):
            raise broken("board", f"{file!r}: which scores are better does not follow from {board['metric']}.")

    def _check_groups(self, file: str, board: dict[str, Any]) -> None:
        def compared(entry: Entry, leader: Entry) -> Difference:
            pair = (self.export.digests[each.submission][1] for each in (entry, leader))
            kept = kept_by[entry.submission]["compared"]
            found = self.replay.scored(board["phase"], board["part"], *pair)["differences"].get(board["metric"])
            made: dict[str, Any] = kept if found is None else found
            return Difference(**made)

        kept_by = {each["submission"]: each for each in board["entries"]}
        for entry in grouped(ranked([_entry(each) for each in board["entries"]], board["direction"]), compared):
            kept = kept_by[entry.submission]
            difference = None if entry.compared is None else asdict(entry.compared)
            if (entry.group, difference) != (kept["group"], kept["compared"]):
                raise broken("board", f"{file!r}: the group of {entry.submission} does not follow from the runs.")
