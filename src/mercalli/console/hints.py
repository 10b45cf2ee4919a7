"""What options and commands of other programs are called here."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

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

# The same for names of commands.
COMMANDS_ELSEWHERE = {
    "benchmark": ("compare",),
    "bias": ("parity",),
    "check": ("validate",),
    "classify": ("predict",),
    "create": ("new", "make"),
    "delete": ("exclude",),
    "drift": ("over-time",),
    "eval": ("evaluate", "score"),
    "evaluate": ("score",),
    "fairness": ("parity",),
    "fit": ("train",),
    "generate": ("make", "make-data", "new"),
    "infer": ("predict",),
    "init": ("new",),
    "leaderboard": ("board",),
    "llm": ("models",),
    "mock": ("make-data",),
    "perturb": ("make", "stress"),
    "prompts": ("models",),
    "rerun": ("reproduce",),
    "robustness": ("stress",),
    "roc": ("threshold",),
    "score": ("evaluate",),
    "simulate": ("capacity",),
    "start": ("serve",),
    "test": ("evaluate", "score"),
    "top-k": ("rank",),
    "tutorial": ("demo",),
    "validate": ("check", "evaluate"),
    "verify": ("validate", "check"),
}


def called_here(option: str, known: Collection[str]) -> str | None:
    """What an option of other programs is called by a command that has some options.

    >>> called_here("--horizon", ["--at", "--out"]), called_here("--horizon", ["--out"])
    ('--at', None)
    >>> called_here("--random_state", ["--seed"])
    '--seed'
    """
    return _first(ELSEWHERE, option, known)


def command_here(command: str, known: Collection[str]) -> str | None:
    """What a command of other programs is called in a group of commands.

    >>> command_here("check", ["score", "validate"]), command_here("check", ["score"])
    ('validate', None)
    """
    return _first(COMMANDS_ELSEWHERE, command, known)


def _first(elsewhere: Mapping[str, Sequence[str]], name: str, known: Collection[str]) -> str | None:
    meant = elsewhere.get(name.casefold().replace("_", "-"), ())
    return next((each for each in meant if each in known), None)
