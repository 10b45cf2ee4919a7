"""Start a watch: what is promised, about which classes, and how long it is looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from mercalli.engines.open import source_of
from mercalli.errors import MercalliError, ResultError, SettingError
from mercalli.inputs.classes import ClassList
from mercalli.inputs.labels import Labels, Policy, Roles
from mercalli.inputs.times import SECOND, duration, instants, written
from mercalli.inputs.usual_names import INCIDENT, PRED, TRUTH
from mercalli.io.feedback import utc_now
from mercalli.io.profiles import read_profile
from mercalli.io.whole_files import check_new
from mercalli.plan.class_lists import class_list
from mercalli.plan.columns import Role, find_columns
from mercalli.plan.provenance import generic
from mercalli.plan.results import read_result
from mercalli.profiles.profile import Profile
from mercalli.results.seal import Result
from mercalli.tasks.monitor.doors import store
from mercalli.tasks.monitor.errors import WatchError
from mercalli.tasks.monitor.promises import Promised
from mercalli.tasks.monitor.watch import MOST_LOOKS, Promise, Reference, Terms

EVALUATION = "evaluation"
MOST_PROMISES = 20
LABELLED = (Role("truth", TRUTH), Role("pred", PRED))
EVENTS = Role("event", INCIDENT, required=False, ranked=True)


def monitor_start(
    watch: str | Path,
    *,
    promise: str | Sequence[str],
    reference: object = None,
    system: str | None = None,
    truth: str | None = None,
    pred: str | None = None,
    event: str | None = None,
    classes: Sequence[object] | Mapping[object, str] | ClassList | None = None,
    profile: str | Path | Profile | None = None,
    looks: int = 90,
    alpha: float = 0.05,
    look: str = "1d",
    model: str | Sequence[str] | None = None,
    bands: Sequence[float] = (),
    encoding: str = "utf-8",
) -> Terms:
    """Start a watch over a model in operation: a folder that predictions and truths are added to.

    Args:
        watch: The folder to make.
        promise: What is promised, as in "dua>=0.70" or "class:fire.recall>=0.5"; a metric alone takes the lower end of
            its interval in the reference. Several are watched together.
        reference: How the model did before: the result of `evaluate` or its file, or a table of truths and predictions.
        system: Which system of the result.
        truth: The column of true classes, where the reference is a table.
        pred: Its column of predictions.
        event: Its column of events: what a label-free estimate is tried on before it is given.
        classes: The classes; those of the reference or of the profile by default.
        profile: A built-in profile, or the path of a .toml file; that of the reference by default.
        looks: How many looks with truths the bound on false alarms is for.
        alpha: The chance of a false alarm within so many looks, at most.
        look: How long a look is.
        model: The name of the model, or several that are watched side by side.
        bands: Scores at which strata of predictions are divided further, in order.
        encoding: The encoding of a table.

    Returns:
        The terms of the watch.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp()) / "watch"
    >>> terms = monitor_start(folder, promise="accuracy>=0.7", classes=["fire", "flood"])
    >>> terms.promises[0].text, terms.threshold
    ('accuracy>=0.7', 1800.0)
    """
    _check_numbers(looks, alpha, look)
    check_new(watch)
    named = {"truth": truth, "pred": pred, "event": event}
    before = _Before.of(reference, system, named, profile, encoding, classes)
    names = _classes(before, classes)
    promised = Promised(before.profile, names, before.report)
    promises = _promises(promised, [promise] if isinstance(promise, str) else list(promise))
    terms = Terms(
        classes=names.names,
        aliases=dict(names.aliases) | dict(names.values),
        promises=promises,
        looks=looks,
        alpha=float(alpha),
        look=look,
        models=_models(model),
        bands=_bands(bands),
        profile=before.profile.name,
        profile_digest=before.profile.digest,
        started=f"{written(int(instants([utc_now().isoformat()])[0]), SECOND)} UTC",
        metrics=promised.cards(promises),
        reference=before.reference(names),
    )
    store.make(watch, terms)
    return terms


@dataclass(frozen=True)
class _Before:
    """How the model did before, as far as anybody said."""

    profile: Profile
    report: Any = None
    labels: Labels | None = None
    origin: str = ""

    @classmethod
    def of(  # noqa: PLR0917 - as it was given
        cls,
        reference: object,
        system: str | None,
        named: Mapping[str, str | None],
        profile: object,
        encoding: str,
        classes: Any,  # noqa: ANN401 - as it was given
    ) -> _Before:
        domain = profile if isinstance(profile, Profile) else None if profile is None else read_profile(str(profile))
        if reference is None:
            return cls(domain or generic())
        if isinstance(reference, str | Path) and str(reference).lower().endswith(".json"):
            reference = read_result(reference)
        if isinstance(reference, Result):
            return cls._of_result(reference, system, domain)
        if system is not None:
            raise SettingError.named("system", "is one of a result, and the reference is a table. Leave it out.")
        return cls._of_table(reference, named, domain or generic(), encoding, classes)

    @classmethod
    def _of_result(cls, result: Result, system: str | None, domain: Profile | None) -> _Before:
        if result.sealed_as != EVALUATION:
            raise ResultError.about(
                "the reference",
                f"must be a result of evaluate; found one of {result.sealed_as}. Give the result.json of "
                f"mercalli evaluate, or a table of truths and predictions.",
            )
        every: Any = result
        if system is None and len(every.systems) > 1:
            names = [each.name for each in every.systems]
            raise SettingError.choice("system", "no system", names)
        report = every.systems[0] if system is None else every[system]
        return cls(domain or _profile_of(every), report, None, every.provenance.origin)

    @classmethod
    def _of_table(
        cls,
        data: object,
        named: Mapping[str, str | None],
        domain: Profile,
        encoding: str,
        classes: Any,  # noqa: ANN401 - as above
    ) -> _Before:
        source = source_of(data, encoding)
        columns = find_columns(source, (*LABELLED, EVENTS), {role: (name,) for role, name in named.items() if name})
        (truth,), (pred,) = columns["truth"], columns["pred"]
        keys = [truth, pred, *columns["event"]]
        labels = Labels.check(
            source.tally(keys, None),
            Roles(truth, (pred,), by=columns["event"]),
            class_list(domain, classes),
            Policy(),
            source.where,
        )
        return cls(domain, None, labels, source.origin)

    @property
    def classes(self) -> ClassList | None:
        """Those that it has."""
        if self.labels is not None:
            return self.labels.classes
        return None if self.report is None else ClassList(self.report.table.classes, self.profile.aliases)

    def reference(self, classes: ClassList) -> Reference | None:
        """Its tables over the classes of the watch."""
        known = self.classes
        if known is None:
            return None
        if known.names != classes.names:
            raise WatchError.about(
                "the reference", f"has the classes {', '.join(known.names)}, and the watch {', '.join(classes.names)}."
            )
        if self.labels is None:
            return Reference(self.origin, ("",), (tuple(map(tuple, self.report.table.cells)),))
        return _tables(self.labels, self.origin)


def _tables(labels: Labels, origin: str) -> Reference:
    size = len(labels.classes.names)
    column = next(iter(labels.by.values()), None)
    names = ("",) if column is None else tuple(map(str, column.values))
    event = np.zeros(len(labels.rows), np.int64) if column is None else column.codes
    cells = np.zeros((len(names), size, size + 1))
    np.add.at(cells, (event, labels.truth, labels.preds[0]), labels.rows)
    return Reference(origin, names, tuple(tuple(map(tuple, table)) for table in cells.tolist()))


def _profile_of(result: Any) -> Profile:  # noqa: ANN401 - any evaluation
    """The profile that a result used, if it comes along and has not changed."""
    try:
        profile = read_profile(result.provenance.profile)
    except MercalliError:
        profile = None
    if profile is None or profile.digest != result.provenance.profile_digest:
        raise SettingError.named(
            "profile", f"is needed: the reference used {result.provenance.profile!r}. Give its .toml file."
        )
    return profile


def _classes(before: _Before, classes: Any) -> ClassList:  # noqa: ANN401 - as it was given
    listed = class_list(before.profile, classes) if classes is not None else before.classes
    found = class_list(before.profile, None) if listed is None else listed
    if found is None:
        raise SettingError.named(
            "classes", "are needed. Name them, or give a profile that has classes, or a reference."
        )
    return found


def _promises(promised: Promised, texts: Sequence[str]) -> tuple[Promise, ...]:
    if not 0 < len(texts) <= MOST_PROMISES:
        raise SettingError.outside("promise", len(texts), f"from 1 to {MOST_PROMISES} promises, as in dua>=0.70")
    promises = tuple(promised.promise(text) for text in texts)
    names = [each.metric for each in promises]
    if len(set(names)) < len(names):
        raise WatchError.promise(texts[0], "is about a metric that is promised twice. Promise each metric once.")
    return promises


def _check_numbers(looks: object, alpha: object, look: str) -> None:
    if not isinstance(looks, int) or isinstance(looks, bool) or not 1 <= looks <= MOST_LOOKS:
        raise SettingError.outside("looks", looks, f"a whole number from 1 to {MOST_LOOKS:,}")
    if isinstance(alpha, bool) or not isinstance(alpha, float | int) or not 0 < alpha < 1:
        raise SettingError.outside("alpha", alpha, "a number between 0 and 1, as in 0.05")
    if duration(look, "look") <= 0:
        raise SettingError.outside("look", look, "longer than 0, as in 1d")


def _models(model: str | Sequence[str] | None) -> tuple[str, ...]:
    names = ("",) if model is None else (model,) if isinstance(model, str) else tuple(model)
    if not names or len(set(names)) < len(names) or (model is not None and not all(map(str.strip, names))):
        raise SettingError.outside("model", model, "a name, or several that differ")
    return names


def _bands(bands: Sequence[float]) -> tuple[float, ...]:
    edges = tuple(float(each) for each in bands)
    if not all(np.isfinite(edges)) or any(first >= second for first, second in pairwise(edges)):
        raise SettingError.outside("bands", list(bands), "numbers in order, as in 0.5,0.8")
    return edges
