"""Models: language models and prompts on the same items, with repeated runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Literal

from mercalli.engines.keys import with_keys
from mercalli.engines.open import source_of
from mercalli.engines.source import Source
from mercalli.errors import SettingError, SystemNameError
from mercalli.estimates.progress import Progress, quiet
from mercalli.estimates.settings import Settings
from mercalli.inputs.about import AboutSystem
from mercalli.inputs.classes import ClassList
from mercalli.inputs.labels import Policy
from mercalli.io.about import read_about
from mercalli.plan.answer_settings import AnswerSettings, answer_settings
from mercalli.plan.class_lists import class_list
from mercalli.plan.columns import check_there
from mercalli.plan.detect import detecting
from mercalli.plan.guess import labels_in
from mercalli.plan.metrics import headline, text_list
from mercalli.plan.provenance import generic, profile_of, provenance
from mercalli.profiles.profile import Profile
from mercalli.results.measure import Provenance
from mercalli.tasks.models.cost.calls import CallSettings
from mercalli.tasks.models.cost.columns import LatencyUnit
from mercalli.tasks.models.cost.prices import Prices, read_prices
from mercalli.tasks.models.costs import CostSettings, with_costs
from mercalli.tasks.models.data import ModelsData
from mercalli.tasks.models.reading.roles import ModelRoles
from mercalli.tasks.models.reading.rows import read_models
from mercalli.tasks.models.reports import ModelsPlan
from mercalli.tasks.models.result import ModelsResult

TIES = ("ambiguous", "urgent")


def models(
    data: object,
    *,
    truth: str,
    pred: object = None,
    samples: Mapping[str, Sequence[str]] | None = None,
    item: str | None = None,
    sample: str | None = None,
    system: str | None = None,
    factors: Sequence[str] | str | None = None,
    count: str | None = None,
    profile: str | Path | Profile | None = None,
    classes: Sequence[object] | Mapping[object, str] | ClassList | None = None,
    unit: str | None = None,
    about: Mapping[str, AboutSystem] | str | Path | None = None,
    tie: Literal["ambiguous", "urgent"] = "ambiguous",
    prices: str | Path | Prices | None = None,
    latency_unit: LatencyUnit | None = None,
    timeout: float | None = None,
    concurrency: int = 1,
    metrics: Sequence[str] | str | None = None,
    level: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    detect: float | None = None,
    invalid: Literal["error", "wrong"] = "error",
    missing: Literal["error", "wrong"] = "error",
    unknown: Literal["error", "default"] = "error",
    answers: Literal["usual", "strict", "off"] | AnswerSettings = "usual",
    unread: Literal["wrong", "exclude", "error"] | None = None,
    encoding: str = "utf-8",
    progress: Progress = quiet,
) -> ModelsResult:
    """Choose between language models and prompts on the same items, each asked once or several times.

    The value of a system is the expected score of one call: the answers to an item together weigh as much as one item.
    Items (or the units above them) are resampled, so that repeated answers are never taken for further items.

    Args:
        data: A data frame, files, or a dict of arrays. Either a row is an answer (long: name `item` and `system` or
            `factors`, and `sample` if there is one), or a row is an item (wide: every column of `pred` is a system,
            and `samples` name columns that are samples of one system). Files may be logs. A long row without system,
            sample and output is an item that nobody answered.
        truth: The column of true classes.
        pred: The column of outputs; several in the wide layout.
        samples: In the wide layout, the columns of samples by the name of the system.
        item: The column of item ids.
        sample: The column that tells samples of one item and system apart.
        system: The column that says whose answer a row is ...
        factors: ... or several that say it together, as in ["model", "prompt"].
        count: In the wide layout, the column that says for how many items a row stands, as in a table of counts.
        profile: As in `evaluate`.
        classes: As in `evaluate`.
        unit: The column of units above items, such as events, which are resampled instead of items.
        about: What is known of the systems: a .toml file with [systems.NAME], or what `read_about` makes of one. Where
            no `factors` are named, the model and prompt of each system come from here.
        tie: A vote with a tie is "ambiguous", and so wrong, or goes to the more "urgent" class by the profile.
        prices: A TOML file of prices, `[prices.MODEL]`, for tokens; a column of costs wins over it.
        latency_unit: "ms" or "s", where the name of the column of latencies does not say it.
        timeout: The time limit in seconds: calls that reached it took at least so long.
        concurrency: How many calls run side by side, for the items in an hour.
        metrics: Metrics to show; those of the profile if not given.
        level: Confidence level of the intervals.
        replicates: How many times to resample; 0 for no intervals.
        seed: The same data, settings and seed give the same bytes.
        detect: A size of difference for which the verdict says how many items would show it.
        invalid: "wrong" counts plain labels outside the classes as wrong, as in `evaluate`.
        missing: "wrong" counts blanks among plain labels as wrong; what a language model leaves blank always is.
        unknown: "default" accepts true classes that the profile does not know.
        answers: As in `evaluate`.
        unread: As in `evaluate`.
        encoding: The encoding of text files.
        progress: Called with what is being done, how much of it is done, and how much there is.

    >>> runs = {"truth": ["fire", "flood"] * 20, "one": ["fire", "flood"] * 20, "two": ["fire", "fire"] * 20}
    >>> result = models(runs, truth="truth", samples={"small": ["one", "two"]}, metrics="accuracy", replicates=0)
    >>> print(result["small"].measure("accuracy").value)
    0.7500
    """
    if tie not in TIES:
        raise SettingError.choice("tie", tie, TIES)
    settings, policy = Settings(level, replicates, "auto", seed), Policy(invalid, missing, unknown)
    chosen = profile_of(profile)
    roles = ModelRoles.check(
        pred=pred,
        samples=samples,
        truth=truth,
        item=item,
        sample=sample,
        system=system,
        factors=factors,
        unit=unit,
        count=count,
    )
    source = with_keys(source_of(data, encoding), (), unit)
    check_there(source, [roles.truth])
    listed = _classes(source, roles.truth, class_list(chosen, classes), policy)
    read, outputs = read_models(
        source,
        roles,
        listed,
        contexts=tuple(chosen.contexts),
        policy=policy,
        settings=answer_settings(answers, unread).under(chosen),
        progress=progress,
    )
    wanted = (metrics,) if isinstance(metrics, str) else text_list("metrics", metrics)
    shown, _ = headline((chosen.headline or generic().headline) if metrics is None else wanted, chosen, settings)
    known = read_about(about) if isinstance(about, str | Path) else about or {}
    plan = ModelsPlan(_with_factors(read, known), chosen, shown, settings, tie, known, unit, progress)
    listed_prices = prices if isinstance(prices, Prices) or prices is None else read_prices(prices)
    costs = CostSettings(CallSettings(listed_prices, latency_unit, timeout), concurrency)
    more = {**asdict(policy), "tie": tie, **outputs.provenance, **costs.provenance}
    how = _provenance(source, roles, plan, more)
    return detecting(with_costs(plan.result(how), plan, costs), detect)


def _classes(source: Source, truth: str, declared: ClassList | None, policy: Policy) -> ClassList:
    """The declared classes, with true ones that the profile does not know if that was asked for; or the true ones."""
    if declared is None:
        return ClassList.inferred(labels_in(source, [truth]))
    if policy.unknown == "error":
        return declared
    labels = labels_in(source, [truth], words=declared.missing_words)
    unknown = [label for label in labels if declared.code(label) is None]
    return declared.extended(unknown) if unknown else declared


def _with_factors(data: ModelsData, about: Mapping[str, AboutSystem]) -> ModelsData:
    """The same, with what is known of each system as its factors where the data have none."""
    names = [system.name for system in data.systems]
    unknown = [name for name in about if name not in names]
    if unknown:
        raise SystemNameError.unknown(unknown[0], names)
    if any(system.factors for system in data.systems) or not all(_named(about.get(name)) for name in names):
        return data
    return replace(data, systems=tuple(replace(each, factors=_named(about.get(each.name))) for each in data.systems))


def _named(about: AboutSystem | None) -> dict[str, str]:
    """The model and the prompt, if somebody says what they are."""
    known = {} if about is None else {"model": about.model, "prompt": about.prompt}
    return {name: value for name, value in known.items() if value}


def _provenance(
    source: Source,
    roles: ModelRoles,
    plan: ModelsPlan,
    more: Mapping[str, str | int | float | None],
) -> Provenance:
    columns = {name: ", ".join(each) for name, each in roles.preds.items()}
    return provenance(
        source.origin,
        {
            "truth": roles.truth,
            "pred": tuple(columns.values()),
            "item": roles.item,
            "sample": roles.sample,
            "system": roles.system,
            "factors": roles.factors,
            "unit": roles.unit,
            **({} if roles.count is None else {"count": roles.count}),
        },
        {**asdict(plan.settings), **more},
        plan.profile,
    )
