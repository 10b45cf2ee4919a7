"""The inner loop, under two minutes: lint what changed since a branch, and run the tests nearest to it.

`python scripts/quick.py [BRANCH]`; without one, main. Nearest are changed tests, the examples in changed files, and the
tests that import a changed module, or those of its folder if none does; then the rules of the house, always.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE, TESTS = Path("src/mercalli"), Path("tests")
ALWAYS = ("tests/registry", "tests/docs/test_house.py")
LONGEST = 95  # seconds of tests: what takes longer is for `make test`


def main() -> int:
    """Lint, then test, and say what was left out."""
    files = sorted(changed(sys.argv[1] if len(sys.argv) > 1 else "main"))
    _say(f"quick: {len(files)} changed files of Python")
    for rule in (("format", "--check"), ("check",)):
        if files and _run("ruff", *rule, *map(str, files)):
            return 1
    return _tested([*map(str, sorted({*nearest(files)})), *ALWAYS])


def changed(branch: str) -> Iterator[Path]:
    """Files of Python that differ from where a branch was left, those that git does not know yet included."""
    base = _git("merge-base", "HEAD", branch)[0]
    for name in {*_git("diff", "--name-only", "--diff-filter=d", base), *_git("ls-files", "-o", "--exclude-standard")}:
        if name.endswith(".py"):
            yield Path(name)


def nearest(files: Iterable[Path]) -> Iterator[Path]:
    """What to run for some changed files; changed tests first, as they are."""
    texts = {path.relative_to(ROOT): path.read_text(encoding="utf-8") for path in (ROOT / TESTS).rglob("test_*.py")}
    for file in files:
        if file in texts:
            yield file
        elif file.is_relative_to(SOURCE):
            yield file
            module = ".".join(file.with_suffix("").parts[1:]).removesuffix(".__init__")
            naming = [path for path, text in texts.items() if f"{module} import" in text or f'"{module}' in text]
            yield from naming or _beside(file)


def _beside(file: Path) -> Iterator[Path]:
    """The folder of tests that mirrors that of a file, where there is one."""
    for folder in list(file.relative_to(SOURCE).parents)[:-1]:
        if (ROOT / TESTS / folder).is_dir():
            yield TESTS / folder
            return


def _tested(what: Sequence[str]) -> int:
    try:
        return _run("pytest", "-q", "-x", "-n", "auto", "--dist", "loadfile", *what, longest=LONGEST)
    except subprocess.TimeoutExpired:
        _say(f"\nquick: nothing failed in {LONGEST} seconds; the rest is for `make test`: {' '.join(what)}")
        return 0


def _run(program: str, *arguments: str, longest: float | None = None) -> int:
    call = [sys.executable, "-m", program, *arguments]
    return subprocess.run(call, cwd=ROOT, check=False, timeout=longest).returncode  # noqa: S603 - our own tools


def _git(*arguments: str) -> list[str]:
    call = ["git", *arguments]
    done = subprocess.run(call, cwd=ROOT, check=True, capture_output=True, encoding="utf-8")  # noqa: S603 - as above
    return done.stdout.splitlines()


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
