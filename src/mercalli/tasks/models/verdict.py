"""What the verdict on language models and prompts rests on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mercalli.estimates import leads
from mercalli.estimates.confusion import MAJORITY
from mercalli.estimates.ranking import best_first, is_shown
from mercalli.results.grounds import Grounds, Lead, Standing
from mercalli.results.measure import by_text
from mercalli.results.outputs import DifferenceBounds
from mercalli.tasks.models.cost_sentences import cost_sentences
from mercalli.tasks.models.result import ModelOrder, ModelReport, ModelsResult, Spread
from mercalli.text.names import plain
from mercalli.text.numbers import interval, share_text, value_text
from mercalli.text.words import counted

HARDLY = 0.95  # of the standard error stays however often each item is asked: more answers would hardly help
TOLD = 0.0005  # a difference below this is written as 0.000


def ordered(result: ModelsResult) -> list[ModelReport]:
    """The systems from best to worst by the metric that decides."""
    direction = next(card.direction for card in result.metrics if card.metric == result.decisive)
    return best_first(result.systems, lambda system: system.measure(result.decisive).value, direction)


def grounds(result: ModelsResult) -> Grounds:
    """The systems by the metric that decides."""
    metric, systems = result.decisive, ordered(result)
    card = next(card for card in result.metrics if card.metric == metric)
    lead = leads.first_lead(result.pairs, metric, systems, result.provenance)
    return Grounds(
        metric=metric,
        direction=card.direction,
        standings=tuple(Standing(each.name, each.measure(metric), each.finds) for each in systems),
        perfect=card.best,
        tied=leads.tied(result.rankings, metric),
        beats=leads.beats(result.pairs, metric),
        lead=None if lead is None else _robust(lead, systems, result.lead_bounds),
        trivial="always predicting the most frequent class",
        baseline=MAJORITY,
        speaks_for=leads.speaks_for(result.provenance, systems[0].n, result.units),
        unit=leads.unit_name(result.provenance),
        price=cost_sentences(result, systems),
        beside=tuple(text for each in _repeated(systems) for text in _steadiness(each)),
        cautions=(*_optimism(result), *_orders(result), *leads.notes_once(systems, result.notes)),
        steps=tuple(_steps(result, systems)),
    )


def _robust(lead: Lead, systems: Sequence[ModelReport], bounds: DifferenceBounds | None) -> Lead:
    """The same, and whether it depends on how unread answers are counted."""
    names, unread = [each.name for each in systems], [each.unread for each in systems]
    return lead if bounds is None else leads.depending(lead, bounds, names, unread)


def _repeated(systems: Sequence[ModelReport]) -> list[ModelReport]:
    """The best system that was asked several times, if one was."""
    return [each for each in systems if each.repeated][:1]


def _steadiness(best: ModelReport) -> Iterator[str]:
    """How far one can rely on a single call of a system."""
    same = best.agreement
    if same is None:
        return
    always, sometimes = same.always.value or 0.0, same.sometimes.value or 0.0
    asked = f"Asked up to {best.most} times" if best.fewest < best.most else f"Asked {counted(best.most, 'time')}"
    yield (
        f"{asked}, {plain(best.name)} is right every time on {share_text(always)} of items and only sometimes on "
        f"{share_text(sometimes)}{_flips(best)}."
    )


def _flips(best: ModelReport) -> str:
    """Items on which the same system says urgent once and not urgent another time."""
    urgent = None if best.agreement is None else best.agreement.urgent
    if urgent is None or urgent.value is None:
        return ""
    items = counted(round(urgent.value * urgent.n), "item")
    return f"; it changes between urgent and not on {items} ({share_text(urgent.value)})"


def _optimism(result: ModelsResult) -> Iterator[str]:
    """What the best of several would score on items that were not used to choose it."""
    choice = result.choice
    if choice is None or choice.held_out is None or abs(choice.naive - choice.held_out) < TOLD:
        return
    naive, held_out = value_text(choice.naive), value_text(choice.held_out)
    if naive == held_out:
        return
    often = ", ".join(f"{plain(each.name)} {share_text(each.share)}" for each in choice.chosen[:3])
    yield (
        f"The best of {choice.systems} looks better than it is on the items it was chosen on: expect "
        f"{choice.metric} {held_out}, not {naive} (chosen on one half of the items, scored on the other; chosen most "
        f"often: {often})."
    )


def _orders(result: ModelsResult) -> Iterator[str]:
    """Pairs of models whose order depends on the prompt."""
    orders = () if result.grid is None else result.grid.orders
    yield from (f"Which model is ahead depends on the prompt: {order_text(each)}" for each in orders if not each.holds)


def order_text(order: ModelOrder) -> str:
    """Whether one of two models is ahead under every prompt.

    >>> order_text(ModelOrder("a", "b", 3, 3, 0, 1, 0)), order_text(ModelOrder("a", "b", 2, 1, 1, 0, 0))
    ('a is ahead of b under each of 3 prompts; the difference is significant under 1.', \
'a is ahead under 1 of 2 prompts, b under 1; this may be noise.')
    """
    one, two, prompts = plain(order.first), plain(order.second), counted(order.prompts, "prompt")
    if order.holds:
        first, second = (one, two) if order.first_ahead else (two, one)
        shown = max(order.first_shown, order.second_shown) or "none"
        return f"{first} is ahead of {second} under each of {prompts}; the difference is significant under {shown}."
    noise = "each was shown to be better under some prompt" if order.change_shown else "this may be noise"
    return f"{one} is ahead under {order.first_ahead} of {prompts}, {two} under {order.second_ahead}; {noise}."


def _steps(result: ModelsResult, systems: Sequence[ModelReport]) -> Iterator[str]:
    """Whether more answers or more items would help, and whether voting does."""
    if not any(each.repeated for each in systems):
        yield "Every item was asked once. If a language model answers, ask again to see how far its answers change."
    for best in _repeated(systems):
        spread = next((each for each in best.spreads if each.metric == result.decisive), None)
        if spread is not None and spread.endless is not None:
            yield _what_helps(result, best, spread)
        yield from _voting(result, best)


def _what_helps(result: ModelsResult, best: ModelReport, spread: Spread) -> str:
    now, endless, twice = (f"{value:.4f}" for value in (spread.error, spread.endless or 0.0, spread.twice_items))
    error = f"the standard error of {result.decisive} of {plain(best.name)} is {now}"
    if (spread.endless or 0.0) > HARDLY * spread.error:
        return (
            f"More items help, more repeats hardly: {error}; endless repeats would give {endless}, twice the items "
            f"{twice}."
        )
    return f"More repeats would help: {error}; endless repeats would give {endless}, twice the items {twice}."


def _voting(result: ModelsResult, best: ModelReport) -> Iterator[str]:
    """What the vote of all answers gives, and at what price."""
    vote = best.vote
    if vote is None:
        return
    found = by_text(vote.pair.differences, result.decisive)
    if found.difference is None or found.first is None or found.second is None:
        return
    level = leads.level_of(result.provenance)
    ends = "" if found.low is None or found.high is None else f" [{interval(found.low, found.high)}]"
    gives = (
        f"{result.decisive} {value_text(found.first)} against {value_text(found.second)} for one call, a difference of "
        f"{value_text(found.difference)}{ends}, at {vote.calls:.3g} times the calls"
    )
    ties = f"; {counted(vote.ties, 'tie')} counted as wrong" if vote.ties and _ties_wrong(result) else ""
    better = is_shown(found, 1 - level) and found.better == vote.name
    advice = "Voting helps" if better else "Do not expect voting to help"
    yield f"{advice} {plain(best.name)}: {gives}{ties}."


def _ties_wrong(result: ModelsResult) -> bool:
    return result.provenance.settings.get("tie") == "ambiguous"
