"""`mercalli doctor`: what is installed, what is not, and how to get it."""

from __future__ import annotations

import typer

from mercalli import __version__

CORE = ("numpy", "duckdb", "narwhals", "rich", "typer")
OPTIONAL = {
    "pandas": "pandas frames",
    "polars": "polars frames",
    "pyarrow": "pyarrow tables, and Spark's answers",
    "dask": "dask frames",
    "pyspark": "--engine spark: pip install 'mercalli[spark]'",
    "scikit-learn": "mercalli.scorer in model selection",
}


def versions() -> list[str]:
    """Mercalli, Python, and the packages that numbers depend on."""
    import platform

    lines = [f"mercalli {__version__}", f"python {platform.python_version()}"]
    return lines + [f"{name} {_version(name) or 'not installed'}" for name in CORE]


def _version(name: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return None


def doctor() -> None:
    """Check what is installed and what each optional part is for."""
    import shutil

    broken = [name for name in CORE if _version(name) is None]
    for line in versions():
        typer.echo(f"ok    {line}" if "not installed" not in line else f"LACKS {line}")
    for name, purpose in OPTIONAL.items():
        found = _version(name)
        typer.echo(f"ok    {name} {found}" if found else f"-     {name} is not installed (for {purpose})")
    java = shutil.which("java")
    typer.echo("ok    java" if java else "-     java is not installed (for Spark)")
    if broken:
        raise typer.Exit(2)
