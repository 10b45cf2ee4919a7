"""Whether each team stands on the boards of an export by the run that it chose or, without a choice, by the usual one.

From the table of runs alone, a run can be seen to be one of those that may stand there. With the gold file, everything
is done again: what was released, and which run is the best.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mercalli.tasks.challenge.challenge import Phase
from mercalli.tasks.challenge.doors.host import PRIVATE, PUBLIC
from mercalli.tasks.challenge.doors.published import Export, Sent, broken
from mercalli.tasks.challenge.doors.replaying import Replay
from mercalli.tasks.challenge.doors.scored import ScoredRun
from mercalli.tasks.challenge.doors.scoring import ASKS_GAIN, GAIN, best_run, decide
from mercalli.tasks.challenge.doors.standing_runs import best_of, final_of
from mercalli.tasks.challenge.errors import ChallengeError
from mercalli.tasks.challenge.ladder import ONE_ERROR
from mercalli.text.words import counted


def check_choices(export: Export, phase: str, replay: Replay | None) -> str:
    """Each team of a phase stands on its boards by one run, which is the right one."""
    runs, known = export.sent(phase), export.challenge.phases.get(phase)
    if known is None or any(run.revision != export.revision["id"] for run in runs):
        return f"{phase}: some runs are of an earlier revision, so the choice of runs was not checked."
    teams = {team: [run for run in runs if run.team == team] for team in dict.fromkeys(run.team for run in runs)}
    choice = _Choice(export, known, {board["part"]: board for board in export.boards_of(phase)}, teams)
    choice.check_teams()
    if replay is None:
        choice.check_able()
        return f"{phase}: each of {counted(len(teams), 'team')} stands on the boards by a run that may stand there."
    for rows in teams.values():
        choice.check_released(replay, rows)
    choice.check_best(replay)
    return f"{phase}: each of {counted(len(teams), 'team')} stands on the boards by the run that counts."


@dataclass(frozen=True)
class _Choice:
    """The teams of a phase with their scored runs, and the boards on which they should stand."""

    export: Export
    phase: Phase
    boards: Mapping[str, dict[str, Any]]
    teams: Mapping[str, Sequence[Sent]]

    def check_teams(self) -> None:
        """Nobody stands there twice, or who was excluded, or with another number of runs."""
        for board in self.boards.values():
            seen = Counter(entry["team"] for entry in board["entries"])
            for entry in board["entries"]:
                rows = self.teams.get(entry["team"], ())
                own = next((run for run in rows if run.submission == entry["submission"]), None)
                if own is None or own.excluded or seen[own.team] > 1:
                    raise _misplaced(board, entry["team"], "may not stand there so")
                told = (entry["baseline"], entry["runs"], entry["received"], entry["revision"])
                if (own.baseline, len(rows), own.received, own.revision) != told:
                    raise _misplaced(board, entry["team"], "has other runs than the board says")

    def check_able(self) -> None:
        """Each run is one of those that may stand there."""
        public, private = (_stands(self.boards[part]) for part in (PUBLIC, PRIVATE))
        for team, found in public.items():
            if found not in {run.submission for run in self._shown(team)}:
                raise _misplaced(self.boards[PUBLIC], team, "stands there by a run that was not released")
        for team, rows in self.teams.items() if self._has_private() else ():
            chosen = {run.submission for run in rows if run.final}
            able = chosen or {public.get(team, rows[-1].submission)}
            if not rows[0].excluded and private.get(team) not in able:
                raise _misplaced(self.boards[PRIVATE], team, "stands there by a run that it did not choose")

    def _shown(self, team: str) -> list[Sent]:
        """Runs of a team that may stand on the public board, once the phase is closed."""
        return [run for run in self.teams[team] if run.released or self.phase.feedback == "none"]

    def _has_private(self) -> bool:
        return float(self.export.split["shares"][self.phase.name]) < 1

    def check_released(self, replay: Replay, rows: Sequence[Sent]) -> None:
        """What a team was told follows from the feedback of the phase, run after run."""
        earlier: list[ScoredRun] = []
        metric = self.export.challenge.rank_by
        for run in rows:
            feedback = "full" if run.baseline else self.phase.feedback
            best = best_run(earlier, metric)
            answer = {PUBLIC: replay.scored(run.phase, PUBLIC, run.digest)}
            if feedback in ASKS_GAIN and best is not None:
                pair = (run.digest, best.run_digest)
                answer[GAIN] = replay.scored(run.phase, PUBLIC, *pair, level=ONE_ERROR)
            if decide(answer, feedback, metric).released != run.released:
                text = f"Whether {run.submission} was released does not follow from the feedback {feedback!r}."
                raise broken("board", text)
            earlier += [_scored(replay, PUBLIC, run)] if run.released else []

    def check_best(self, replay: Replay) -> None:
        """Each team stands there by the one run that should."""
        teams = {team: rows for team, rows in self.teams.items() if not rows[0].excluded}
        best = {team: self._public(replay, team) for team in teams}
        right = {PUBLIC: {team: run.public_id for team, run in best.items() if run is not None}, PRIVATE: {}}
        if self._has_private():
            right[PRIVATE] = {team: self._private(replay, team, best[team]) for team in teams}
        for part, board in self.boards.items():
            found, should = _stands(board), right[part]
            for team in {**found, **should}:
                if found.get(team) != should.get(team):
                    why = f"should stand there by {should.get(team, 'none')}, not by {found.get(team, 'none')}"
                    raise _misplaced(board, team, why)

    def _public(self, replay: Replay, team: str) -> ScoredRun | None:
        return best_of(self.export.challenge, [_scored(replay, PUBLIC, run) for run in self._shown(team)])

    def _private(self, replay: Replay, team: str, public: ScoredRun | None) -> str:
        rows = self.teams[team]
        chosen = {run.number for run in rows if run.final}
        needed = chosen or {rows[-1].number if public is None else public.id}
        able = [_scored(replay, PRIVATE, run) for run in rows if run.number in needed]
        return final_of(self.export.challenge, able, chosen, public).public_id


def _misplaced(board: Mapping[str, Any], team: str, why: str) -> ChallengeError:
    return broken("board", f"{board['part'].capitalize()} board of {board['phase']!r}: the team {team!r} {why}.")


def _stands(board: Mapping[str, Any]) -> dict[str, str]:
    return {entry["team"]: entry["submission"] for entry in board["entries"]}


def _scored(replay: Replay, part: str, run: Sent) -> ScoredRun:
    answer = replay.scored(run.phase, part, run.digest)
    told = (run.submission, run.received, run.digest, run.revision, run.released)
    return ScoredRun(run.number, run.number, 0, 0, *told, json.dumps(answer["measures"]), json.dumps(answer["metrics"]))
