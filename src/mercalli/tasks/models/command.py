"""`mercalli models`: language models and prompts on the same items."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

import typer

from mercalli.console import calls, lists, options
from mercalli.console.lists import listed_all
from mercalli.console.output import PicturedOutput
from mercalli.console.progress import progress_bar
from mercalli.errors import SettingError


@calls.with_records
def models(
    files: options.Files,
    *,
    truth: options.Truth = None,
    inputs: options.Inputs,
    pred: Annotated[
        list[str] | None, typer.Option(metavar="NAMES", help="Column of outputs; A,B for a system in each column.")
    ] = None,
    samples: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=A,B", help="Columns that are samples of one system; may be given several times."),
    ] = None,
    item: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column of item ids; found by its usual names if not given.")
    ] = None,
    sample: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column that numbers repeated answers to an item.")
    ] = None,
    system: Annotated[
        str | None, typer.Option(metavar="NAME", help="Column with the name of the system that gave the answer.")
    ] = None,
    factors: Annotated[
        list[str] | None,
        typer.Option(metavar="NAMES", help="Columns that together name a system, as in model,prompt."),
    ] = None,
    count: options.Count = None,
    text: options.ItemText = None,
    profile: options.Profile = None,
    classes: options.Classes = None,
    unit: options.Unit = None,
    about: Annotated[
        str | None, typer.Option(metavar="FILE", help="A .toml file with the model and prompt of each system.")
    ] = None,
    tie: Annotated[
        Literal["ambiguous", "urgent"],
        typer.Option(metavar="HOW", help="What a tied vote is: ambiguous, or the more urgent class (urgent)."),
    ] = "ambiguous",
    prices: Annotated[
        str | None, typer.Option(metavar="FILE", help="TOML file with the prices of tokens: a table for each model.")
    ] = None,
    latency_unit: Annotated[
        Literal["ms", "s"] | None,
        typer.Option(metavar="UNIT", help="Unit of latencies if the column does not say it: ms or s."),
    ] = None,
    timeout: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="Time limit of calls; those that reached it took longer.")
    ] = None,
    concurrency: Annotated[
        int, typer.Option(metavar="N", help="Calls that run at the same time, to compute the items per hour.")
    ] = 1,
    metrics: options.Metrics = None,
    resampling: options.PairedResampling,
    invalid: Annotated[
        Literal["error", "wrong"],
        typer.Option(metavar="HOW", help="How to treat a plain label outside the declared classes: error or wrong."),
    ] = "error",
    missing: Annotated[
        Literal["error", "wrong"],
        typer.Option(metavar="HOW", help="How to treat a blank among plain labels: error or wrong."),
    ] = "error",
    unknown: Annotated[
        Literal["error", "default"],
        typer.Option(metavar="HOW", help="How to treat a true class outside the profile: error or default."),
    ] = "error",
    answers: options.Answers = "usual",
    unread: options.Unread = None,
    prompt_options: options.PromptOptions = None,
    answer_rules: options.AnswerRules = None,
    answer_map: options.AnswerMap = None,
    form: options.TableForm,
    output: PicturedOutput,
) -> None:
    """Choose between language models and prompts: repeated runs, agreement, votes, cost and latency.

    A row is an answer (name --item and --system or --factors), or an item with a column for each system or sample.
    Logs of batches and of other programs, and several files, are put together.
    """
    from mercalli.plan.answer_files import with_inputs
    from mercalli.plan.answer_settings import AnswerSettings
    from mercalli.plan.guess import fitting_profile
    from mercalli.tasks.models.evaluate import models as evaluated
    from mercalli.tasks.models.reading.files import AnswerFiles

    wide, preds = _samples(samples), listed_all(pred, "pred")
    keys = {"sample": sample, "system": system, "factors": listed_all(factors, "factors")}
    asked = AnswerFiles(files, truth, preds, wide, item, keys, count, **inputs.settings, encoding=form.encoding)
    with progress_bar() as progress:
        table = replace(asked, progress=progress).opened()
    profile, told = fitting_profile(table.source, str(table.column("truth")), profile, classes)
    said = [*table.found, *told]
    with progress_bar() as progress:
        result = evaluated(
            table.source,
            truth=str(table.column("truth")),
            pred=preds or (None if wide else list(table.columns["pred"])),
            samples=wide or None,
            item=table.column("item"),
            sample=table.key("sample"),
            system=table.key("system"),
            factors=table.key("factors"),
            count=count,
            profile=profile,
            classes=listed_all(classes, "classes") or None,
            unit=unit,
            about=about,
            tie=tie,
            prices=prices,
            latency_unit=latency_unit,
            timeout=timeout,
            concurrency=concurrency,
            metrics=listed_all(metrics, "metrics") or None,
            **resampling.settings,
            invalid=invalid,
            missing=missing,
            unknown=unknown,
            answers=AnswerSettings(answers, unread, prompt_options, answer_rules, answer_map, text),
            progress=progress,
        )
    result = replace(result, notes=(*table.notes, *result.notes))
    output.tell(with_inputs(result, table.files), said)


def _samples(texts: list[str] | None) -> dict[str, list[str]]:
    """Columns of samples by the name of their system."""
    found: dict[str, list[str]] = {}
    for text in texts or []:
        name, sign, columns = text.partition("=")
        if not sign or not name.strip() or name.strip() in found:
            raise SettingError.outside(
                "samples", text, "a name that was not given before, =, and columns, as in small=run_1,run_2"
            )
        found[name.strip()] = lists.listed(columns, "samples")
    return found
