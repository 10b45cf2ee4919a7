"""What the verdict on a team is made of: urgent items it does not reach, who reaches more, and what that is worth."""

from __future__ import annotations

from collections.abc import Iterator

from mercalli.estimates.leads import beats, first_lead, notes_once, speaks_for, tied
from mercalli.results.grounds import Finds, Grounds, Standing
from mercalli.results.margins import with_interval
from mercalli.results.measure import Measure, MetricCard
from mercalli.tasks.capacity.result import BLIND, HANDLED, PERFECT, SKILL, TEAM, URGENT, Capacity, CapacityReport
from mercalli.tasks.capacity.words import blind_words, items, limit_words, share, team_words
from mercalli.telling.words import best_first
from mercalli.text.names import plain
from mercalli.text.numbers import share_text, value_text
from mercalli.text.words import capital, counted

ENOUGH = 0.995
LABEL = "worth handled in time"


def decisive(result: Capacity) -> MetricCard:
    """Worth handled in time."""
    return next(card for card in result.metrics if card.metric == HANDLED)


def ordered(result: Capacity) -> list[CapacityReport]:
    """The systems, the best first."""
    return best_first(result.systems, lambda system: system.measure(HANDLED), result.metrics)


def grounds(result: Capacity) -> Grounds:
    """The systems by what the team handles in time with them, beside no model at all."""
    card, systems = decisive(result), ordered(result)
    best, events = systems[0], _events(systems[0])
    return Grounds(
        metric=LABEL,
        direction=card.direction,
        standings=tuple(Standing(each.name, each.measure(HANDLED), (_finds(result, each),)) for each in systems),
        perfect=1.0,
        tied=tied(result.rankings, HANDLED),
        beats=beats(result.pairs, HANDLED),
        lead=first_lead(result.pairs, HANDLED, systems, result.provenance),
        speaks_for=_scope(result, best, events),
        unit="event",
        alarms=tuple(_no_better(result, best)),
        beside=tuple(_beside(result, best)),
        cautions=notes_once(systems),
        steps=tuple(_steps(result, best)),
    )


def _events(best: CapacityReport) -> int:
    return max(1, sum(part.kind == "event" for part in best.parts))


def _finds(result: Capacity, system: CapacityReport) -> Finds:
    """Urgent items that are handled in time, of all that arrived."""
    found = system.measure(URGENT)
    name = f"urgent items {limit_words(result.provenance)}".strip()
    hits = round(system.queue.urgent, 1)
    return Finds(name, hits, result.urgent, found.low, found.high, result.floor, "item", "on average", "handles")


def _scope(result: Capacity, best: CapacityReport, events: int) -> str:
    if events > 1:
        return speaks_for(result.provenance, best.n, events, unit="event")
    named = result.provenance.roles.get("event") is not None
    cover = "give items of several." if named else "name their column with --event (event= in Python)."
    return (
        f"This applies to another stream like these {counted(best.n, 'item')} of one event, with "
        f"{team_words(result.provenance)}. To cover new events, {cover}"
    )


def _no_better(result: Capacity, best: CapacityReport) -> Iterator[str]:
    """A model that was not shown to be better than none: both are replayed in the same streams, or events."""
    skill, name = best.measure(SKILL), plain(best.name)
    if skill.value is not None and skill.value <= 0:
        yield f"{name} is no better than {blind_words(result.provenance)} with this team."
    elif skill.low is not None and skill.low <= 0:
        yield f"{name} was not shown to be better than {blind_words(result.provenance)} with this team."


def _beside(result: Capacity, best: CapacityReport) -> Iterator[str]:
    """The same team without a model and with the true classes, and how large a team would make up for the model."""
    name, blind, never = plain(best.name), blind_words(result.provenance), result.urgent - best.queue.urgent
    if not result.urgent:
        return
    yield (
        f"With the same team, {blind} handles {share(result.blind.urgent_share)} of urgent items in time, and "
        f"{share(result.perfect.urgent_share)} would be handled if every class were known. With {name}, "
        f"{items(round(never, 1))} of {items(result.urgent)} are never handled in time."
    )
    handled, skill, team = (best.measure(metric) for metric in (HANDLED, SKILL, TEAM))
    beside = (value_text(each) for each in (handled.baselines[BLIND], handled.baselines[PERFECT]) if each is not None)
    if skill.value is not None:
        between = f"{' and every class known '.join(beside)}: {name} stands at {with_interval(skill)} between them"
        yield f"{capital(blind)} gives {LABEL} {between} (0 to 1)."
    if skill.value is not None and team.value is not None:
        yield (
            f"{name} is worth {team.value:.2f}{_sure(team)} times the team: {blind} handles as much with a team "
            f"{team.value:.2f} times as large."
        )


def _sure(team: Measure) -> str:
    return "" if team.low is None or team.high is None else f" [{team.low:.2f} to {team.high:.2f}]"


def _steps(result: Capacity, best: CapacityReport) -> Iterator[str]:
    """Whether the team or the model is what holds urgent items up."""
    perfect, own = result.perfect.urgent_share, best.queue.urgent_share
    if perfect is None or own is None:
        return
    if best.measure(HANDLED).skill is None:
        return
    if perfect < ENOUGH:
        larger = _larger(result)
        more = "" if larger is None else f"; a team {larger:g} times as large would handle nearly everything"
        yield (
            f"Add capacity: even if every class were known, this team handles {share_text(perfect)} of urgent items in "
            f"time{more}."
        )
    if own < perfect - (1 - ENOUGH):
        lost = (perfect - own) * result.urgent
        yield (
            f"Improve the model on {', '.join(result.urgent_classes[:3])}: {items(round(lost, 1))} urgent items wait "
            f"too long because they are predicted to be less urgent, or stand behind others that are not urgent."
        )


def _larger(result: Capacity) -> float | None:
    """The smallest team tried that handles nearly all worth in time if every class were known."""
    known = zip(result.teams, result.perfect.by_team, strict=True)
    return next((team for team, reached in known if team > 1 and reached is not None and reached >= ENOUGH), None)
