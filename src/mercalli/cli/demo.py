"""`mercalli demo`: the main job on data inside the package."""

from __future__ import annotations

from typing import Annotated

import typer

from mercalli.cli.console import answers, progress_bar


def demo(
    out: Annotated[str, typer.Option(metavar="DIR", help="Where to write the report folder.")] = "mercalli-demo",
) -> None:
    """Evaluate four real systems on four real disasters, offline, in seconds."""
    from mercalli.io.folders import check_free, write_folder
    from mercalli.reports.screen import show_evaluation
    from mercalli.tasks.demo import SAID, demo_files, demo_results

    check_free(out, overwrite=True)
    with progress_bar() as progress:
        result, comparison = demo_results(progress)
    write_folder(out, demo_files(result, comparison), overwrite=True)
    console = answers()
    show_evaluation(console, result, SAID)
    dua = str(comparison.ranking("dua"))
    console.print(f"\nBy urgency (dua), best first, = where no difference was shown:\n  {dua}")
    console.print(
        f"\nOpen {out}/index.html in a browser (or read {out}/report.md). Then try:\n"
        f"  mercalli evaluate {out}/predictions.csv --pred tfidf_linear_svm --by event --gate 'dua.low>=0.75'\n"
        f"  mercalli compare {out}/predictions.csv --pred gpt_4o_zero_shot,tfidf_naive_bayes\n"
        f"  mercalli metrics dua",
        soft_wrap=True,
    )
