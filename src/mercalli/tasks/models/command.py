"""`mercalli models`: language models and prompts on the same items."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from mercalli.console import options
from mercalli.console.options import listed_all
from mercalli.console.output import Output
from mercalli.console.progress import progress_bar
from mercalli.errors import SettingError
from mercalli.inputs.usual_names import KEY, PRED, TRUTH
from mercalli.plan.columns import Role, columns_text

if TYPE_CHECKING:
    from mercalli.plan.tables import OpenTable

ITEM = ("id", "item", "item_id", "custom_id", *KEY)
ITEM_ROLE = Role("item", ITEM, required=False, ranked=True)
TRUTH_ROLE, PRED_ROLE = Role("truth", TRUTH), Role("pred", PRED)


@options.with_records
def models(
    file: options.Table,
    *,
    truth: options.Truth = None,
    truth_file: Annotated[
        str | None, typer.Option(metavar="FILE", help="Another file with the truth of every item, matched by --item.")
    ] = None,
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
        str | None, typer.Option(metavar="NAME", help="Column that tells samples of an item and system apart.")
    ] = None,
    system: Annotated[str | None, typer.Option(metavar="NAME", help="Column that says whose answer a row is.")] = None,
    factors: Annotated[
        list[str] | None,
        typer.Option(metavar="NAMES", help="Columns that make a system together, as in model,prompt."),
    ] = None,
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
        str | None, typer.Option(metavar="FILE", help="TOML file of prices of tokens, [prices.MODEL].")
    ] = None,
    latency_unit: Annotated[
        Literal["ms", "s"] | None,
        typer.Option(metavar="UNIT", help="Unit of latencies if the column does not say it: ms or s."),
    ] = None,
    timeout: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="Time limit of calls; those that reached it took longer.")
    ] = None,
    concurrency: Annotated[
        int, typer.Option(metavar="N", help="Calls that run side by side, for the items in an hour.")
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
    prompt_options: Annotated[
        str | None,
        typer.Option(
            "--options",
            metavar="HOW",
            help="Options that the prompt named: letters, numbers, both with a comma, or a file.",
        ),
    ] = None,
    answer_rules: options.AnswerRules = None,
    answer_map: options.AnswerMap = None,
    encoding: options.Encoding = "utf-8",
    output: Output,
) -> None:
    """Choose between language models and prompts: repeated runs, agreement, votes, cost and latency.

    A row is an answer (name --item and --system or --factors), or an item with a column for each system or sample.
    """
    from mercalli.plan.answer_settings import AnswerSettings
    from mercalli.plan.guess import labels_in, told_profile
    from mercalli.plan.tables import TableFiles, open_tables
    from mercalli.tasks.models.evaluate import models as evaluated
    from mercalli.tasks.models.roles import keys_of

    wide, preds = _samples(samples), listed_all(pred, "pred")
    of_items = {} if truth_file else {"truth": truth, "unit": unit}
    asked: dict[str, Any] = {"sample": sample, "system": system, "factors": listed_all(factors, "factors")}
    columns = {
        **asked,
        **of_items,
        "item": item,
        "pred": [*preds, *(column for each in wide.values() for column in each)],
    }
    roles = [*([] if truth_file else [TRUTH_ROLE]), ITEM_ROLE, *([] if wide else [PRED_ROLE])]
    (table,) = open_tables(TableFiles.of(file, encoding, **columns), roles)
    several = bool(wide) or len(preds) > 1
    keys = asked if several or system or factors or sample else {**asked, **keys_of(table.source)}
    found = next(iter(table.columns["item"]), None)
    truths = _truths(truth_file, truth, found, encoding) if truth_file else None
    of_truth = table if truths is None else truths
    told_keys = {role: [named] if isinstance(named, str) else named or [] for role, named in keys.items()}
    said = [columns_text({**table.columns, **told_keys}), *([] if truths is None else [truths.told])]
    if profile is None and not classes:
        profile, told = told_profile(labels_in(of_truth.source, [of_truth.truth]))
        said += told
    with progress_bar() as progress:
        result = evaluated(
            table.source,
            truth=of_truth.truth,
            truths=None if truths is None else truths.source,
            truth_item=None if truths is None else next(iter(truths.columns["item"]), None),
            pred=preds or (None if wide else list(table.columns["pred"])),
            samples=wide or None,
            item=found,
            sample=keys["sample"],
            system=keys["system"],
            factors=keys["factors"] or None,
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
            answers=AnswerSettings(answers, unread, prompt_options, answer_rules, answer_map),
            progress=progress,
        )
    output.tell(result, said)


def _samples(texts: list[str] | None) -> dict[str, list[str]]:
    """Columns of samples by the name of their system."""
    found: dict[str, list[str]] = {}
    for text in texts or []:
        name, sign, columns = text.partition("=")
        if not sign or not name.strip() or name.strip() in found:
            raise SettingError.outside(
                "samples", text, "a name that was not given before, =, and columns, as in small=run_1,run_2"
            )
        found[name.strip()] = options.listed(columns, "samples")
    return found


def _truths(path: str, truth: str | None, item: str | None, encoding: str) -> OpenTable:
    """The file of truths; its ids are in a column of the same name as in the answers, or of a usual name."""
    from mercalli.plan.tables import TableFiles, open_tables

    (table,) = open_tables(TableFiles.of(path, encoding, truth=truth), [TRUTH_ROLE, ITEM_ROLE])
    same = item is not None and item in table.source.columns
    return replace(table, columns={**table.columns, "item": (str(item),)}) if same else table
