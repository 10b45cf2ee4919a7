"""`mercalli metrics`: the catalogue, and everything about one metric."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from mercalli.cli.console import answers

if TYPE_CHECKING:
    from mercalli.metrics.catalogue import Metric
    from mercalli.profiles.profile import Profile


def metrics(
    name: Annotated[str | None, typer.Argument(help="A metric, as in dua or 'f_beta(beta=2)'.")] = None,
    profile: Annotated[str, typer.Option(help="The profile whose metrics are shown as well.")] = "humaid",
) -> None:
    """List the metrics, or explain one: meaning, formula, bands, when it misleads, a worked example."""
    from mercalli.evaluation.measures import cards
    from mercalli.io.profiles import read_profile
    from mercalli.metrics.catalogue import PER_CLASS, WHOLE, look_up
    from mercalli.metrics.profiled import metrics_of
    from mercalli.reports.learn import show_catalogue, show_metric

    chosen = read_profile(profile)
    known = metrics_of(chosen, chosen.classes or ("0", "1"))
    if name is not None:
        metric = look_up(name, known)
        show_metric(answers(), cards([metric], chosen)[0], _more(metric, chosen))
        return
    own = [metric for metric in known.values() if metric.name in chosen.metrics]
    plain = [metric for metric in known.values() if metric.base is None and metric.name not in chosen.metrics]
    groups = {
        f"Profile {chosen.name}: {chosen.title}": own,
        "Over all classes": [metric for metric in plain if metric.needs == WHOLE],
        "One class against the rest (over classes: NAME_macro, NAME_micro, NAME_weighted)": [
            metric for metric in plain if metric.needs == PER_CLASS
        ],
    }
    show_catalogue(answers(), [(title, cards(group, chosen)) for title, group in groups.items() if group])


def _more(metric: Metric, profile: Profile) -> list[tuple[str, str]]:
    """Options, other names, when it is undefined, and an example computed now."""
    lines = [("undefined when", metric.facts.undefined)]
    if metric.known_options:
        lines.append(("options", ", ".join(metric.known_options)))
    if metric.facts.aliases:
        lines.append(("also called", ", ".join(metric.facts.aliases)))
    return [*lines, *_example(metric, profile)]


def _example(metric: Metric, profile: Profile) -> list[tuple[str, str]]:
    from mercalli.evaluation.evaluate import evaluate
    from mercalli.io.demo import read_demo
    from mercalli.metrics.catalogue import PER_CLASS
    from mercalli.stats.confusion import Confusion

    if metric.needs_options:
        return [
            ("needs", f"its options, as in {metric.name}({', '.join(f'{name}=...' for name in metric.needs_options)})")
        ]
    if metric.needs == PER_CLASS:
        finley = Confusion.of([[28, 23], [72, 2680]])
        return [
            (
                "example",
                "Finley's tornado forecasts of 1884: 28 hits, 72 false alarms, 23 misses, 2680 correct rejections",
            ),
            ("gives", f"{metric(finley)[0]:.4f}"),
        ]
    if profile.name != "humaid":
        small = Confusion.of([[50, 10], [5, 35]])
        example = ("example", "two classes: 50 and 35 right, 10 of the first taken for the second, 5 the other way")
        return [] if metric.varies or metric.name in profile.metrics else [example, ("gives", f"{metric(small):.4f}")]
    data = read_demo()
    system = "gpt_4o_zero_shot"
    result = evaluate(data, truth="truth", pred=system, profile=profile, metrics=metric.text).systems[0]
    measure = result.measure(metric.text)
    value = f"{measure.value:.4f}" if measure.value is not None else f"undefined because {measure.undefined}"
    lines = [("example", f"{system} on {result.n:,} messages of four disasters (mercalli demo)"), ("gives", value)]
    if measure.baselines.get("majority") is not None:
        lines.append(("majority gets", f"{measure.baselines['majority']:.4f}"))
    return lines
