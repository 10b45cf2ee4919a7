"""Errors about settings and what they name: profiles, metrics, gates, results, optional parts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Self

from mercalli.errors.base import MercalliError
from mercalli.text.words import capital, suggestion

MOST_LISTED = 40
F_BETA = re.compile(r"f_?(\d+)")


def _place(origin: str, line: int | None) -> str:
    return origin if line is None else f"line {line} of {origin}"


class ProfileError(MercalliError):
    """A profile that contradicts itself."""

    @classmethod
    def at(cls, origin: str, line: int | None, problem: str) -> Self:
        """A mistake with its line."""
        return cls(f"{capital(problem)} ({_place(origin, line)})")

    @classmethod
    def unknown(cls, name: str, known: Sequence[str], noun: str = "profile") -> Self:
        """No profile, or list of another kind, of that name."""
        return cls(
            f"There is no {noun} named {name!r}.{suggestion(name, known)} "
            f"Built-in {noun}s: {', '.join(known)}. "
            f"Give one of them or the path of a .toml file."
        )


class MetricError(MercalliError):
    """An unknown metric or option."""

    @classmethod
    def unknown(cls, name: str, known: Sequence[str]) -> Self:
        """No metric of that name."""
        few = len(known) <= MOST_LISTED
        which = f"Known metrics: {', '.join(known)}." if few else "`mercalli metrics` lists them all."
        beta = F_BETA.fullmatch(name)
        hint = f" Did you mean 'f_beta(beta={beta[1]})'?" if beta else suggestion(name, known)
        return cls(f"There is no metric named {name!r}.{hint} {which}")

    @classmethod
    def elsewhere(cls, error: MetricError, homes: Mapping[str, str]) -> MetricError:
        """The same, with the profiles to which the metrics belong."""
        named = {metric: home for metric, home in homes.items() if f"named {metric!r}" in str(error)}
        hints = "".join(
            f" {metric!r} belongs to the profile {home!r}: choose that profile." for metric, home in named.items()
        )
        return cls(f"{error}{hints}") if hints and " no metric " in str(error) else error

    @classmethod
    def value(cls, metric: str, option: str, found: object, expected: str) -> Self:
        """An option with a value it cannot take."""
        return cls(f"The option {option!r} of {metric!r} must be {expected}; found {found!r}.")

    @classmethod
    def syntax(cls, text: object) -> Self:
        """Not a metric's text."""
        return cls(
            f"{text!r} cannot be read as a metric. Write a name, or a name with options, as in f_beta_macro(beta=2)."
        )

    @classmethod
    def statistic(cls, name: str, needed: str, found: str) -> Self:
        """A metric of another statistic than the one it was called on."""
        hint = " Make one as Confusion.of([[tp, fn], [fp, tn]])." if (needed, found) == ("Confusion", "Counts") else ""
        return cls(f"The metric {name!r} is computed from {needed}; found {found}.{hint}")

    @classmethod
    def per_class(cls, name: str, averages: Sequence[str]) -> Self:
        """A per-class metric where one number is wanted."""
        instead = f"Use {', '.join(averages)}." if averages else "It has no average: name another metric as well."
        return cls(f"{name!r} gives one number per class, but one number is needed here. {instead}")

    @classmethod
    def no_positive(cls, name: str, averages: Sequence[str]) -> Self:
        """A per-class metric as a score, without the class to look at."""
        instead = f", or use {', '.join(averages)}" if averages else ""
        return cls(
            f"{name!r} gives one number per class, and a score is one number. "
            f"Say which class with positive=CLASS{instead}."
        )


class SettingError(MercalliError):
    """A setting outside its range."""

    @classmethod
    def named(cls, name: str, problem: str) -> Self:
        """What is wrong with a setting, and what to do."""
        return cls(f"`{name}` {problem}")

    @classmethod
    def choice(cls, name: str, found: object, choices: Iterable[str]) -> Self:
        """One of a few words was wanted."""
        return cls(f"`{name}` must be one of {', '.join(map(repr, choices))}; found {found!r}.")

    @classmethod
    def outside(cls, name: str, found: object, expected: str) -> Self:
        """A number outside its range."""
        return cls(f"`{name}` must be {expected}; found {found!r}.")

    @classmethod
    def folder_only(cls, name: str) -> Self:
        """Something that only a report folder can hold."""
        return cls(f"`{name}` is only for the report folder. Say with `out` where to write it, or leave `{name}` out.")

    @classmethod
    def nowhere(cls, *names: str) -> Self:
        """Nothing says where to write."""
        return cls(f"Nothing says where to write. Give {' or '.join(f'`{name}`' for name in names)}.")

    @classmethod
    def either(cls, first: str, second: str) -> Self:
        """Two settings that contradict each other."""
        return cls(f"`{first}` and `{second}` contradict each other. Leave one of them out.")

    @classmethod
    def spark(cls, master: str, said: str) -> Self:
        """Spark that does not start; what it says is long, and only whether it knows the address is kept."""
        unknown = "Master must" in said or "master url" in said.lower()
        reason = "there is no such master" if unknown else "nothing answers there"
        return cls(
            f"Spark could not be started at {master!r}: {reason}. Give --spark-master a place where it runs, "
            f"as in 'local[*]' or spark://HOST:7077."
        )


class GateError(MercalliError):
    """A gate that cannot be tested."""

    @classmethod
    def at(cls, error: GateError, origin: str, line: int | None) -> Self:
        """The same, with the line of the file."""
        return cls(f"{error} ({_place(origin, line)})")

    @classmethod
    def key(cls, name: str, origin: str, line: int | None) -> Self:
        """Something else than gates in a gate file."""
        hint = suggestion(name, ["gates"])
        return cls(f"A file of gates has no key {name!r}, only gates = [...].{hint} ({_place(origin, line)})")

    @classmethod
    def unknown(cls, gate: str, name: str, known: Sequence[str], what: str = "") -> Self:
        """A metric, slice or class that is not there; `what` are words for what it is, unless it is a metric."""
        there = (
            f"There are: {', '.join(known)}." if known else "There are none: name the columns to slice by with `by`."
        )
        return cls(f"The gate {gate!r} asks for {what}{name!r}, which does not exist.{suggestion(name, known)} {there}")

    @classmethod
    def beyond(cls, gate: str, metric: str, bound: float, ends: tuple[float | None, float | None]) -> Self:
        """A number that no value of the metric can have or meet; a percentage is told as the share that it means."""
        low, high = ends
        between = f"between {low:g} and {high:g}" if low is not None and high is not None else None
        beyond = f"at least {low:g}" if low is not None else f"at most {high:g}"
        percent = high == 1 and 1 < bound <= 100  # noqa: PLR2004 - of a hundred
        meant = f" Did you mean {bound / 100:g}?" if percent else ""
        return cls(f"The gate {gate!r} can never decide anything: {metric} is {between or beyond}.{meant}")


class ResultError(MercalliError):
    """A result file that is broken or was changed."""

    @classmethod
    def broken(cls, origin: str, reason: str) -> Self:
        """Not a result at all."""
        return cls(f"{capital(origin)} is not a complete Mercalli result: {reason}. Make it again from the data.")

    @classmethod
    def foreign(cls, origin: str, kind: str) -> Self:
        """A result of a task that is not there."""
        return cls(
            f"{capital(origin)} is of the kind {kind!r}, which no installed task makes. "
            f"Install the package that made it, or make it again from the data."
        )


class SignatureError(MercalliError):
    """A signature that is not there, cannot be made, or does not hold."""

    @classmethod
    def absent(cls, program: str) -> Self:
        """Tells what to install."""
        return cls(f"Signatures need {program}, which was not found. Install OpenSSH, or put {program} on the PATH.")

    @classmethod
    def slow(cls, program: str, seconds: int) -> Self:
        """Somebody did not type, or touch."""
        return cls(
            f"{program} did not end in {seconds} seconds. If the key has a passphrase, add it to an agent with ssh-add "
            f"first, and try again."
        )

    @classmethod
    def key(cls, path: str, said: str) -> Self:
        """No signature was made."""
        return cls(
            f"{path!r} could not sign: {said or 'no reason was given'}. Give a private SSH key that you can use, "
            f"or the public key of one that an agent holds."
        )

    @classmethod
    def stranger(cls, origin: str, signers: str, said: str) -> Self:
        """Signed by a key that is not listed, or not signed as results are."""
        return cls(
            f"{capital(origin)} is not signed by anybody in {signers!r} ({said or 'no key matches'}). "
            f"Do not rely on it, unless you know the key of its signer and add it there."
        )

    @classmethod
    def other(cls, origin: str, said: str) -> Self:
        """The signature is of something else."""
        return cls(
            f"The signature does not fit {origin}: {said or 'it does not hold'}. The file was changed after it was "
            f"signed, or the signature belongs to another one. Ask its signer for both files."
        )

    @classmethod
    def missing(cls, origin: str, path: str) -> Self:
        """There is no file beside the result."""
        return cls(
            f"{capital(origin)} has no signature: there is no file {path!r}. Ask whoever made it for one "
            f"(mercalli sign), or name it with --signature."
        )

    @classmethod
    def damaged(cls, path: str) -> Self:
        """Something else."""
        return cls(f"{path!r} is no whole SSH signature. Ask its signer for it again.")


class TableError(MercalliError):
    """A table that a result does not have."""

    @classmethod
    def unknown(cls, kind: str, name: object, known: Sequence[str]) -> Self:
        """Lists those that there are."""
        there = f"There are: {', '.join(known)}." if known else "It has none."
        return cls(f"A result of {kind!r} has no table {name!r}.{suggestion(str(name), known)} {there}")

    @classmethod
    def without_measures(cls, name: str, known: Sequence[str]) -> Self:
        """A table of something else than measures."""
        return cls(f"The table {name!r} has no metrics with values. These have: {', '.join(known) or 'none'}.")


class FigureError(MercalliError):
    """A picture that a result does not have."""

    @classmethod
    def unknown(cls, kind: str, name: str | None, known: Sequence[str]) -> Self:
        """Lists those that there are."""
        if not known:
            return cls(f"A result of {kind!r} has no pictures. Its tables are data frames: result.to_frame().")
        there = f"There are: {', '.join(known)}."
        return cls(f"A result of {kind!r} has no picture {name!r}.{suggestion(str(name), known)} {there}")


class ExtraError(MercalliError):
    """An optional part that is not installed."""

    @classmethod
    def missing(cls, package: str, extra: str) -> Self:
        """Tells the one command that installs it."""
        return cls(f"This needs {package}, which is not installed. Run: pip install 'mercalli[{extra}]'")

    @classmethod
    def library(cls, package: str) -> Self:
        """A library that is no part of any extra."""
        return cls(f"This needs {package}, which is not installed. Run: pip install {package}")

    @classmethod
    def pictures(cls) -> Self:
        """What draws the pictures of reports, which are not always wanted."""
        return cls(
            "Pictures need matplotlib, which is not installed. Run: pip install matplotlib. "
            "Or leave them out: --no-pictures, in Python pictures=False."
        )

    @classmethod
    def java(cls) -> Self:
        """Spark without what it runs on."""
        return cls(
            "Spark runs on Java, which was not found. Install Java 17 or later, or name its folder in JAVA_HOME."
        )
