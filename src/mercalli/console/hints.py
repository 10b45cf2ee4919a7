"""What options of other programs are called here."""

from __future__ import annotations

from collections.abc import Collection

# By the name that others use: our names, the first of which that a command has is the one that is meant.
ELSEWHERE = {
    "--bootstrap": ("--replicates",),
    "--ci": ("--level",),
    "--confidence": ("--level",),
    "--dir": ("--out",),
    "--duration": ("--time",),
    "--event-col": ("--event",),
    "--exposure": ("--treatment",),
    "--false-negative-cost": ("--cost-fn",),
    "--false-positive-cost": ("--cost-fp",),
    "--folder": ("--out",),
    "--force": ("--overwrite",),
    "--gold": ("--truth",),
    "--group": ("--by",),
    "--groupby": ("--by",),
    "--group-by": ("--by",),
    "--groups": ("--unit", "--by"),
    "--horizon": ("--at",),
    "--horizons": ("--at",),
    "--id-column": ("--id",),
    "--label": ("--truth",),
    "--labels": ("--classes",),
    "--metric": ("--metrics",),
    "--n-boot": ("--replicates",),
    "--n-bootstrap": ("--replicates",),
    "--n-bootstraps": ("--replicates",),
    "--n-resamples": ("--replicates",),
    "--outdir": ("--out",),
    "--output": ("--out",),
    "--output-dir": ("--out",),
    "--pos-label": ("--positive",),
    "--predicted": ("--pred",),
    "--prediction": ("--pred", "--score", "--risk"),
    "--predictions": ("--pred", "--score", "--risk"),
    "--priority": ("--truth",),
    "--prob": ("--score", "--cif"),
    "--probability": ("--score", "--cif"),
    "--proba": ("--score", "--cif"),
    "--random-seed": ("--seed",),
    "--random-state": ("--seed",),
    "--resamples": ("--replicates",),
    "--sample-weight": ("--weight",),
    "--score": ("--risk", "--pred"),
    "--scores": ("--score", "--risk"),
    "--slice": ("--by",),
    "--slices": ("--by",),
    "--status": ("--event",),
    "--target": ("--truth", "--outcome", "--event"),
    "--times": ("--at",),
    "--top-k": ("--k",),
    "--treated": ("--treatment",),
    "--weights": ("--weight",),
    "--y": ("--truth", "--outcome"),
    "--y-pred": ("--pred",),
    "--y-score": ("--score",),
    "--y-true": ("--truth", "--outcome"),
}


def called_here(option: str, known: Collection[str]) -> str | None:
    """What an option of other programs is called by a command that has some options.

    >>> called_here("--horizon", ["--at", "--out"]), called_here("--horizon", ["--out"])
    ('--at', None)
    >>> called_here("--random_state", ["--seed"])
    '--seed'
    """
    meant = ELSEWHERE.get(option.casefold().replace("_", "-"), ())
    return next((name for name in meant if name in known), None)
