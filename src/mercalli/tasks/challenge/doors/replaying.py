"""Runs of an export, scored and compared again by its gold file and its split, in a folder of their own."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from mercalli.io.tables import open_table
from mercalli.plan.run_tables import columns_of
from mercalli.tasks.challenge.board import LEVEL
from mercalli.tasks.challenge.doors.blobs import path_of
from mercalli.tasks.challenge.doors.children import Child, ChildError
from mercalli.tasks.challenge.doors.host import GOLD, KEY, PRIVATE, PUBLIC
from mercalli.tasks.challenge.doors.opening import gold_text, in_order
from mercalli.tasks.challenge.doors.published import Export, broken
from mercalli.tasks.challenge.doors.scoring import REPLICATES
from mercalli.tasks.challenge.split import parts


def gold_columns(export: Export) -> dict[str, list[str]]:
    """The gold file, in the order of the key."""
    gold = export.place / GOLD
    return in_order(columns_of(gold, open_table(gold).columns), export.key.form.ids)


class Replay:
    """Scores made again; each is made once."""

    def __init__(self, export: Export, place: Path, child: Child) -> None:
        self.export, self.place, self.child = export, place, child
        self.columns = gold_columns(export)
        self.known: dict[tuple[str, ...], dict[str, Any]] = {}
        self.parts: dict[tuple[str, str], Path] = {}
        files = dict(zip(export.challenge.files, map(str, export.option_files), strict=True))
        options = {name: files.get(str(value), value) for name, value in export.challenge.options.items()}
        self.request = {
            "score": export.challenge.run.score,
            "store": str(place / "runs"),
            "options": options,
            "metrics": export.challenge.metrics,
        }

    def scored(self, phase: str, part: str, *runs: str, level: float = LEVEL) -> dict[str, Any]:
        """What a run, or a run and an older one, get on a part of a phase."""
        asked = (phase, part, *runs, str(level))
        if asked not in self.known:
            self.known[asked] = self._made(phase, part, runs, level)
        return self.known[asked]

    def _made(self, phase: str, part: str, runs: Sequence[str], level: float) -> dict[str, Any]:
        for run in runs:
            self._put(run)
        about = {**self._part(phase, part), "level": level, "replicates": REPLICATES, "runs": runs}
        try:
            answer = self.child.ask({**self.request, "parts": [about]})
        except ChildError as error:
            raise broken("scores", f"The run {runs[0][:12]} cannot be scored again. {error}") from None
        return dict(answer[part])

    def _part(self, phase: str, name: str) -> dict[str, Any]:
        """The gold file and key of one part, divided again by the salt."""
        split = self.export.split
        folder = self.parts.setdefault((phase, name), self.place / f"part{len(self.parts)}")  # no name of a stranger
        if not folder.is_dir():
            divided = parts(split["units"], split["salt"], split["shares"][phase])
            chosen = divided[(PUBLIC, PRIVATE).index(name)]
            folder.mkdir()
            (folder / KEY).write_text(self.export.key.part(chosen).text, encoding="utf-8")
            (folder / GOLD).write_text(gold_text(self.columns, chosen), encoding="utf-8", newline="")
        whole = (self.export.place / KEY).resolve()
        return {"name": name, "gold": str(folder / GOLD), "key": str(folder / KEY), "whole_key": str(whole)}

    def _put(self, run: str) -> None:
        target = path_of(self.place, run)
        if target.is_file():
            return
        file = self.export.place / f"run_{run}"
        if not file.is_file():
            raise broken("export", f"{str(self.export.place)!r} is not a whole export: {file.name[:16]!r} is missing.")
        content = file.read_bytes()
        if sha256(content).hexdigest() != run:
            raise broken("run", f"'run_{run}' is not the run that was sent: its hash differs.")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
