"""`mercalli cheers`: check and score runs of the CHEERS challenge, make baselines and data."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from mercalli.console import calls, options
from mercalli.console.help import Command, Group
from mercalli.console.lists import listed_all
from mercalli.console.output import PicturedOutput
from mercalli.console.progress import progress_bar
from mercalli.console.streams import print_json
from mercalli.text.words import counted, visible

app = typer.Typer(help="CHEERS: check and score runs, make baselines and data.", no_args_is_help=True, cls=Group)

RUN_HELP = "CSV: doc_id, sentence_id, is_relevant, sector_id."
Gold = Annotated[str, typer.Option(metavar="FILE", help="Sentences with their true labels.")]
Sectors = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Sector names and ids: JSON, .toml or cheers; else the map beside GOLD."),
]
Strict = Annotated[bool, typer.Option("--strict", help="Refuse a relevant sentence without a sector.")]


@app.command(cls=Command)
def validate(
    run: Annotated[str, typer.Argument(metavar="RUN", help=RUN_HELP)],
    gold: Annotated[str, typer.Option(metavar="FILE", help="Sentences; only their ids are read.")],
    sectors: Sectors = None,
    strict: Strict = False,
    encoding: options.Encoding = "utf-8",
    as_json: options.Json = False,
) -> None:
    """Check a run: every problem with its line, ids and rule. Labels of the gold file are not used."""
    from dataclasses import asdict

    from mercalli.tasks.cheers.evaluate import validate_cheers

    validation = validate_cheers(run, gold=gold, sectors=sectors, strict=strict, encoding=encoding)
    if as_json:
        print_json({"valid": validation.valid, **asdict(validation)})
        raise typer.Exit(0 if validation.valid else 2)
    validation.checked()
    rows, warned = counted(validation.rows, "sentence"), counted(validation.warned, "warning")
    typer.echo(visible(f"{validation.file}: {rows}, no problems, {warned}."))
    for warning in validation.warnings:
        typer.echo(f"  {warning}")
    if validation.warned > len(validation.warnings):
        typer.echo(f"  and {validation.warned - len(validation.warnings):,} more")


@app.command(cls=Command)
@calls.with_records
def score(
    runs: Annotated[list[str], typer.Argument(metavar="RUN...", help=RUN_HELP)],
    *,
    gold: Gold,
    sectors: Sectors = None,
    documents: Annotated[
        str | None, typer.Option(metavar="FILE", help="Documents, to slice by their country_code.")
    ] = None,
    by: Annotated[
        list[str] | None, typer.Option(metavar="NAMES", help="Columns of GOLD or the documents to slice by.")
    ] = None,
    reading: Annotated[
        Literal["as_written", "skip_empty", "score_empty"],
        typer.Option(metavar="NAME", help="How to read an empty sector list: as_written, skip_empty, score_empty."),
    ] = "as_written",
    least_coverage: Annotated[float, typer.Option(metavar="P", help="Warn below this coverage.")] = 0.5,
    strict: Strict = False,
    resampling: options.PairedResampling,
    form: options.TableForm,
    output: PicturedOutput,
) -> None:
    """Score runs: relevance, sector accuracy and HumImpact, as the challenge prints them, with intervals."""
    from mercalli.tasks.cheers.article import score_lines
    from mercalli.tasks.cheers.evaluate import score_cheers
    from mercalli.tasks.cheers.verdict import ordered

    columns = listed_all(by, "by")
    with progress_bar() as progress:
        result = score_cheers(
            runs,
            gold=gold,
            sectors=sectors,
            documents=documents,
            by=columns,
            reading=reading,
            least_coverage=least_coverage,
            strict=strict,
            **resampling.settings,
            encoding=form.encoding,
            progress=progress,
        )
    if not output.as_json:
        for run in ordered(result):
            name = [visible(run.name)] if len(runs) > 1 else []
            typer.echo("\n".join([*name, *score_lines(run), ""]))
    slices = [] if columns or documents is None else ["slices: country_code of the documents"]
    output.tell(result, [f"sectors: {result.provenance.roles['sectors']}", *slices])


@app.command(cls=Command)
def baseline(
    kind: Annotated[
        Literal["random", "majority", "tfidf"],
        typer.Argument(metavar="KIND", help="random, majority or tfidf (a classifier of two stages)."),
    ],
    train: Annotated[str, typer.Option(metavar="FILE", help="Sentences to learn from.")],
    questions: Annotated[str, typer.Option("--eval", metavar="FILE", help="Sentences to predict.")],
    out: Annotated[str, typer.Option(metavar="RUN", help="Where to write the run, a new CSV file.")],
    sectors: Sectors = None,
    seed: options.Seed = 0,
    encoding: options.Encoding = "utf-8",
) -> None:
    """Make a baseline run: random, majority class, or TF-IDF."""
    from mercalli.tasks.cheers.baselines import make_cheers_baseline

    with progress_bar() as progress:
        progress("learning and writing the run", 0, 1)
        size = make_cheers_baseline(
            kind, train=train, questions=questions, out=out, sectors=sectors, seed=seed, encoding=encoding
        )
    typer.echo(visible(f"{out}: {counted(size, 'sentence')}, {kind}"))


@app.command(cls=Command)
def make_data(
    documents: Annotated[int, typer.Option(metavar="N", help="Number of documents.")] = 300,
    seed: options.Seed = 1,
    out: Annotated[str, typer.Option(metavar="DIR", help="A new folder.")] = "cheers-data",
    hidden: Annotated[
        str | None, typer.Option(metavar="FILE", help="Also write the test split with its labels, to score runs by.")
    ] = None,
) -> None:
    """Make synthetic data in the challenge's format, to try things out."""
    from mercalli.tasks.cheers.made import make_cheers_data

    with progress_bar() as progress:
        progress("making data", 0, 1)
        sizes = make_cheers_data(out, documents=documents, seed=seed, hidden=hidden)
    splits = ", ".join(f"{split} {size:,}" for split, size in sizes.items())
    typer.echo(visible(f"{out}: made data, {counted(sum(sizes.values()), 'sentence')} ({splits})"))
