"""Exports that anybody can check: the split is as promised, and boards follow from the gold file, split and runs."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from mercalli.io.tables import open_table
from mercalli.io.whole_files import file_text
from mercalli.plan.run_tables import columns_of
from mercalli.results.difference import Difference
from mercalli.results.measure import Measure
from mercalli.tasks.challenge.board import LEVEL, Entry, grouped, ranked
from mercalli.tasks.challenge.challenge import Challenge, check_challenge
from mercalli.tasks.challenge.doors.blobs import path_of
from mercalli.tasks.challenge.doors.children import Child, ChildError, ChildLimits
from mercalli.tasks.challenge.doors.exports import REVISIONS, SPLIT, SUBMISSIONS, board_name
from mercalli.tasks.challenge.doors.host import FILE, GOLD, KEY, PRIVATE, PUBLIC
from mercalli.tasks.challenge.doors.opening import gold_text, in_order, units_of
from mercalli.tasks.challenge.doors.scoring import REPLICATES, direction, measure, missed
from mercalli.tasks.challenge.errors import ChallengeError
from mercalli.tasks.challenge.key import Key
from mercalli.tasks.challenge.split import Split, parts
from mercalli.text.words import counted

Told = Callable[[int, int], None]


def verify(folder: str | Path, limits: ChildLimits | None = None, told: Told = lambda _done, _total: None) -> list[str]:
    """What an export proves, line by line; the first thing that is not as it should be is an error."""
    try:
        return _verified(Export(Path(folder)), limits or ChildLimits(), told)
    except (KeyError, TypeError, AttributeError, ValueError, IndexError):
        raise _broken("export", f"{str(folder)!r} is not a whole export: something is missing in its files.") from None


def _broken(what: str, text: str) -> ChallengeError:
    return ChallengeError.coded(f"broken_{what}", text)


@dataclass(frozen=True)
class Export:
    """A folder made by export, and what its files say."""

    place: Path

    @cached_property
    def boards(self) -> dict[str, Any]:
        """Boards by the names of their files."""
        found = {file.name: _read(file) for file in sorted(self.place.glob("board_*.json"))}
        if not found:
            text = f"{str(self.place)!r} holds no board. Give a folder made by export."
            raise ChallengeError.coded("no_export", text)
        return found

    @cached_property
    def key(self) -> Key:
        """The key of all items."""
        return Key.of(file_text(self.place / KEY, "JSON", "a key file"))

    @cached_property
    def challenge(self) -> Challenge:
        """The record of the challenge."""
        return check_challenge(file_text(self.place / FILE, "TOML", f"a {FILE}"))

    @cached_property
    def revision(self) -> dict[str, Any]:
        """The last revision."""
        return dict(_read(self.place / REVISIONS)[-1])

    @cached_property
    def split(self) -> dict[str, Any]:
        """Salt, shares, and units in the order of the key."""
        return dict(_read(self.place / SPLIT))

    @cached_property
    def digests(self) -> dict[str, tuple[str, str]]:
        """Team and hash of each run."""
        file = self.place / SUBMISSIONS
        columns = columns_of(file, ["submission", "team", "run_digest"])
        rows = zip(columns["team"], columns["run_digest"], strict=True)
        return dict(zip(columns["submission"], rows, strict=True))


def _read(file: Path) -> Any:  # noqa: ANN401 - JSON
    try:
        return json.loads(file_text(file, "JSON", "a file of an export"))
    except (ValueError, RecursionError):
        raise _broken("export", f"{file.name!r} is not complete JSON.") from None


def _verified(export: Export, limits: ChildLimits, told: Told) -> list[str]:
    boards = export.boards
    _check_named(export)
    said = [_check_ranks(name, board) for name, board in boards.items()]
    if not (export.place / SPLIT).is_file():
        return ["The split is not revealed yet: it is when every phase is closed.", *said]
    _check_whole(export)
    said = [*_check_split(export), *said]
    if not (export.place / GOLD).is_file():
        return [*said, "Scores were not checked: that needs the gold file and the runs of an export with --whole."]
    _check_gold(export)
    with tempfile.TemporaryDirectory(prefix="mercalli-") as name, Child(limits) as child:
        scores = _Scores(export, Path(name), child)
        for done, (file, board) in enumerate(boards.items()):
            told(done, len(boards))
            said.append(scores.check(file, board))
    return said


def _check_named(export: Export) -> None:
    """Each board is the one that its file is called after, of the last revision and with its metrics."""
    if export.challenge.source != export.revision["source"]:
        raise _broken("board", f"{FILE!r} is not the one of the last revision.")
    wanted = [export.challenge.rank_by, *export.challenge.companions]
    for name, board in export.boards.items():
        if name != board_name(board["phase"], board["part"]) or board["revision"] != export.revision["id"]:
            raise _broken("board", f"{name!r} holds another board, or one of an earlier revision.")
        for each in board["entries"]:
            found = [_plain(kept["metric"]) for kept in each["measures"]]
            if found != [*dict.fromkeys(map(_plain, wanted))] or each["measures"][0]["metric"] != board["metric"]:
                raise _broken("board", f"{name!r}: the metrics of {each['submission']} are not those of {FILE!r}.")


def _plain(metric: str) -> str:
    """A metric without its options."""
    return metric.partition("(")[0]


def _check_whole(export: Export) -> None:
    """Once the split is revealed, every phase has both boards."""
    names = {board_name(phase, part) for phase in export.split["shares"] for part in (PUBLIC, PRIVATE)}
    lacking = sorted(names - set(export.boards))
    if lacking:
        raise _broken("export", f"{str(export.place)!r} is not a whole export: {lacking[0]!r} is missing.")


def _check_split(export: Export) -> Iterator[str]:
    """The commitments that were published before the opening are those of this salt and these units."""
    found, promised = export.split, export.revision["commitments"]
    if len(found["units"]) != len(export.key.items):
        raise _broken("split", "The split does not speak of the items of the key.")
    for phase, commitment in promised.items():
        split = Split.of(found["units"], found["salt"], found["shares"][phase])
        if split.commitment != commitment or found["commitments"].get(phase) != commitment:
            raise _broken("split", f"The split of {phase!r} is not the one that was promised.")
        yield f"{phase}: the split of {len(split.units)} units is the one that was promised ({commitment[:12]})."


def _check_ranks(name: str, board: dict[str, Any]) -> str:
    """Ranks follow from the scores."""
    rows = [_entry(each) for each in board["entries"]]
    kept = {each["submission"]: each["rank"] for each in board["entries"]}
    for entry in ranked(rows, board["direction"]):
        if entry.rank != kept[entry.submission]:
            raise _broken("board", f"{name!r}: the rank of {entry.submission} does not follow from the scores.")
    return f"{name}: the ranks of {counted(len(rows), 'run')} follow from their scores."


def _entry(found: dict[str, Any]) -> Entry:
    kept = {name: found[name] for name in ("team", "submission", "received", "below", "revision")}
    return Entry(measures=tuple(Measure(**each) for each in found["measures"]), **kept)


def _check_gold(export: Export) -> None:
    """The gold file is the one of the revision, and has the units of the split."""
    gold = export.place / GOLD
    if sha256(gold.read_bytes()).hexdigest() != export.revision["gold_digest"]:
        raise _broken("gold", f"{GOLD!r} is not the gold file of the revision: its hash differs.")
    if sha256(export.key.text.encode()).hexdigest() != export.revision["key_digest"]:
        raise _broken("gold", f"{KEY!r} is not the key of the revision: its hash differs.")
    if units_of(_columns(export), export.challenge.unit, export.key) != export.split["units"]:
        raise _broken("split", "The units of the split are not those of the gold file.")


def _columns(export: Export) -> dict[str, list[str]]:
    gold = export.place / GOLD
    return in_order(columns_of(gold, open_table(gold).columns), export.key.form.ids)


class _Scores:
    """Scores made again from what an export holds, in a folder of their own."""

    def __init__(self, export: Export, place: Path, child: Child) -> None:
        self.export, self.place, self.child = export, place, child
        self.columns = _columns(export)
        options = dict(export.challenge.options)
        for name in export.challenge.run.files:
            if options.get(name) in export.challenge.files:
                options[name] = str(export.place.resolve() / f"option_{Path(str(options[name])).name}")
        self.request = {
            "score": export.challenge.run.score,
            "store": str(place / "runs"),
            "options": options,
            "metrics": export.challenge.metrics,
        }

    def check(self, file: str, board: dict[str, Any]) -> str:
        """Every score of a board, and every group, from the gold file, the split and the runs."""
        part = self._part(board["phase"], board["part"])
        entries = [each for each in board["entries"] if each["revision"] == board["revision"]]
        for each in entries:
            self._check_scores(file, part, each)
        older = len(board["entries"]) - len(entries)
        left = f" {counted(older, 'run')} of an earlier revision left out." if older else ""
        if not older:
            self._check_groups(file, part, board)
        return f"{file}: {counted(len(entries), 'run')} scored again, all scores and groups are the same.{left}"

    def _part(self, phase: str, name: str) -> dict[str, Any]:
        """The gold file and key of one part, divided again by the salt."""
        split, folder = self.export.split, self.place / phase / name
        divided = parts(split["units"], split["salt"], split["shares"][phase])
        chosen = divided[(PUBLIC, PRIVATE).index(name)]
        folder.mkdir(parents=True)
        (folder / KEY).write_text(self.export.key.part(chosen).text, encoding="utf-8")
        (folder / GOLD).write_text(gold_text(self.columns, chosen), encoding="utf-8", newline="")
        files = {"gold": str(folder / GOLD), "key": str(folder / KEY), "whole_key": str(self._whole())}
        return {"name": name, **files, "level": LEVEL, "replicates": REPLICATES}

    def _whole(self) -> Path:
        return (self.export.place / KEY).resolve()

    def _scored(self, part: dict[str, Any], *runs: str) -> dict[str, Any]:
        for run in runs:
            self._put(run)
        try:
            answer = self.child.ask({**self.request, "parts": [{**part, "runs": runs}]})
        except ChildError as error:
            raise _broken("scores", f"The run {runs[0][:12]} cannot be scored again. {error}") from None
        return dict(answer[part["name"]])

    def _put(self, run: str) -> None:
        content = (self.export.place / f"run_{run}").read_bytes()
        if sha256(content).hexdigest() != run:
            raise _broken("run", f"'run_{run}' is not the run that was sent: its hash differs.")
        target = path_of(self.place, run)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)

    def _check_scores(self, file: str, part: dict[str, Any], entry: dict[str, Any]) -> None:
        team, digest = self.export.digests[entry["submission"]]
        if team != entry["team"]:
            raise _broken("board", f"{file!r}: the run {entry['submission']} is not one of {entry['team']!r}.")
        answer = self._scored(part, digest)
        again = json.dumps(answer["measures"])
        self._check_rules(file, entry, again, json.dumps(answer["metrics"]))
        for kept in entry["measures"]:
            found = measure(again, kept["metric"])
            if any(kept[name] != found[name] for name in ("value", "low", "high")):
                where = f"{file!r}: {kept['metric']} of {entry['submission']}"
                raise _broken("scores", f"{where} is {found['value']}, not {kept['value']}.")

    def _check_rules(self, file: str, entry: dict[str, Any], measures: str, metrics: str) -> None:
        """Whether a run is ranked follows from the minimum, and which of two scores is better from the metric."""
        board, below = self.export.boards[file], missed(measures, metrics, self.export.challenge.minimum)
        unscored = entry["measures"][0]["value"] is None
        if (not unscored or below) and entry["below"] != below:
            raise _broken(
                "board", f"{file!r}: whether {entry['submission']} is ranked does not follow from the minimum."
            )
        if board["direction"] != direction(metrics, board["metric"]):
            raise _broken("board", f"{file!r}: which scores are better does not follow from {board['metric']}.")

    def _check_groups(self, file: str, part: dict[str, Any], board: dict[str, Any]) -> None:
        def compared(entry: Entry, leader: Entry) -> Difference:
            pair = (self.export.digests[each.submission][1] for each in (entry, leader))
            kept = kept_by[entry.submission]["compared"]
            found = self._scored(part, *pair)["differences"].get(board["metric"])
            made: dict[str, Any] = kept if found is None else found
            return Difference(**made)

        kept_by = {each["submission"]: each for each in board["entries"]}
        for entry in grouped(ranked([_entry(each) for each in board["entries"]], board["direction"]), compared):
            kept = kept_by[entry.submission]
            difference = None if entry.compared is None else asdict(entry.compared)
            if (entry.group, difference) != (kept["group"], kept["compared"]):
                raise _broken("board", f"{file!r}: the group of {entry.submission} does not follow from the runs.")
