"""The results that are kept, and where one that is made now differs from it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import mercalli
from tests.frozen.calls import PLAIN, SEALED

KEPT = Path(__file__).parent
FIRST = "0.1.0"
KINDS = frozenset(
    {
        "evaluation",
        "comparison",
        "decisions",
        "ranked",
        "alerts",
        "uplift",
        "survival",
        "cheers",
        "multilabel",
        "fire",
        "perimeters",
        "fire_case",
        "fire_field",
        "advice",
        "feedback",
    }
)
FORM = "(form)"
# What became of numbers that differ on purpose, as a digest for each call: rules say where and why they changed, these
# say that they have not changed again.
CHANGED = KEPT / "changed.json"
DIGITS, ROUNDING = 6, 1e-9  # what processors agree on; scripts/frozen.py compares exactly
# What may differ from machine to machine, as regular expressions for whole paths: versions of Mercalli, Python and
# numpy; and in feedback the digest of the model, whose card holds such versions.
VARYING = r"(.*\.)?provenance\.versions\..*"
VARYING_IN = {"feedback": r"digest"}
GROWING = frozenset({"metrics_catalogue", "public_names"})  # what is new in them is no difference


@dataclass(frozen=True)
class Intended:
    """A difference that is wanted: why, and at which paths (regular expressions for whole paths)."""

    reason: str
    paths: tuple[str, ...]


# By the name of the call. Every entry stands in the changelog too.
INTENDED: dict[str, Intended] = {
    "evaluate_lenient": Intended(
        "notes say the coverage, and the labels outside the classes", (r"systems\[.*\]\.notes\[.*\]",)
    ),
    "advise_command_skewed_sets": Intended(
        "plain words; skew is said to be that of training texts, and both ways, to add and to remove, are named",
        (r"findings\[2\]\.(finding|action)", r"findings\[0\]\.(action|tables\[0\]\.rows\[.\]\[2\])"),
    ),
    "disaster_evaluator": Intended(
        "means over classes, and the averages of the false alarm ratio",
        (r"undefined\[.*", r"standard_metrics\..*_macro", r"intervals\.false_alarm_ratio.*", r"readings.*"),
    ),
}
# Wanted wherever they show; a rule on some calls names them by a regular expression.
UNITS = r".*units.*|case_.*|perimeter.*|evaluate_command"
EVERYWHERE: tuple[tuple[str, Intended], ...] = (
    (
        r"evaluate_(profile_slices|gates|demo)",
        Intended(
            "slices with another mix of classes have values like for like",
            (r"systems\[.*\]\.slices\[.*\]\.(alike\[.*\]|coverage)",),
        ),
    ),
    (
        r"evaluate_(systems_units|gates|own_profile)",
        Intended("evaluate of several systems compares them, as the command does", (r"comparison",)),
    ),
    (
        r"evaluate_weights_bca",
        Intended(
            "an interval without width is that of a share of as many rows",
            (r".*\.classes\[.*\]\.measures\[(fpr|npv|predicted_share|prevalence|specificity)\]\.(low|high|method)",),
        ),
    ),
    (
        r"train_sets",
        Intended(
            "an interval without width is that of a share of as many rows", (r".*\.measures\[.*\]\.(low|high|method)",)
        ),
    ),
    (
        r"compare_.*",
        Intended(
            "differences of means over classes have the widest of three intervals",
            (r".*differences\[balanced_accuracy\]\.(low|high|method)",),
        ),
    ),
    (
        r"evaluate_.*|train_classes|disaster_evaluator",
        Intended(
            "means over classes of unweighted rows have the widest of the percentile interval, one corrected for bias, "
            "and for shares found that from Wilson's of each class",
            (
                r".*measures\[(balanced_accuracy|[a-z0-9_]+_macro)\]\.(low|high|method)",
                r"intervals\.balanced_accuracy\[.\]",
            ),
        ),
    ),
    (
        r"threshold_.*",
        Intended(
            "the ROC-AUC has its interval on the scale of log odds; the worth of a chosen threshold counts the choice",
            (
                r".*\.measures\[roc_auc\]\.(low|high|method|band)",
                r".*\.decision\.(chosen|cross_fitted)\.measures\[expected_profit\(.*\)\]\.(low|high|method)",
                r".*\.cross_fitted\.measures\[(f1|fpr|precision|predicted_share|recall|specificity)\]\.(low|high|method)",
                r".*\.(curve|calibration)(\[.*\])?\.(low|high)(\[.*\])?",
            ),
        ),
    ),
    (
        r"rank_.*",
        Intended(
            "intervals are wider near an end and over few units or lists",
            (
                r".*\.measures\[(hit_rate|lift|precision|recall)_at_k\(.*\)\]\.(low|high|method)",
                r".*\.curve(\[.*\])?\.(low|high)(\[.*\])?",
            ),
        ),
    ),
    (
        r"survival_.*",
        Intended(
            "intervals count the error of the censoring curve, and are wider near an end and over few units",
            (
                (
                    r".*\.measures\[(auc_at|brier_at|c_index_(at|competing|ipcw)|integrated_brier)\(.*\)\]"
                    r"\.(low|high|method|band)"
                ),
                r".*\.(curve|calibration|concordance)(\[.*\])?\.(low|high)(\[.*\])?",
            ),
        ),
    ),
    (
        r"survival_(matrix|risk)",
        Intended("as above, in differences", (r"(.*\.)?differences\[.*\]\.(low|high|p|p_adjusted|method)",)),
    ),
    (
        r"survival_.*",
        Intended(
            "the error of the censoring curve is part of standard errors; curves of incidence have ends and stop where "
            "nobody is followed; incidence of every cause, the censoring curve and timefix came after 0.1.0",
            (
                r"systems\[.*?\]\.standard_errors\.(c_index_(ipcw|competing|at)|auc_at|(integrated_)?brier(_at)?)\(.*\)",
                r"systems\[.*?\]\.groups\[.*?\]\.(low|high|band_low|band_high)\[.*\]",
                r"systems\[.*?\]\.groups\[.*?\]\.incidence\[.*\]",
                r"(incidence|censoring)([.\[].*)?",
                r"provenance\.settings\.timefix",
            ),
        ),
    ),
    (
        r"survival_causes",
        Intended(
            "over fewer than 100 units each is left out in turn",
            (
                r"systems\[.*?\]\.standard_errors\.c_(index|td).*",
                r".*\.measures\[c_(index|index_cause_specific|td)\(.*\)\]\.(low|high|method)",
            ),
        ),
    ),
    (
        r"multilabel_.*|cheers_.*|train_sets",
        Intended(
            "systems that are alike get the same draws, and so the same intervals",
            (r"systems\[.*?\]\.((labels|sectors|slices)\[.*\]\.)?measures\[.*\]\.(low|high)",),
        ),
    ),
    (
        r".*",
        Intended(
            "fields that came after 0.1.0, and metrics that came with them",
            (
                r"(.*\.)?(splits|taken_for|routing|floor|units|answers|critical|profile_title|bounds|outside|call)([.\[].*)?",
                r"majority\..*",
                r"metrics\[(level_accuracy_.*|false_alarm_ratio_.*)\].*",
                r".*(measures|differences)\[false_alarm_ratio_.*",
                r"rankings\[false_alarm_ratio_.*",
                r"provenance\.profile_digest",
                r"metrics\[.*\]\.(meaning|misleads)",  # the same in plainer words, with more limits
            ),
        ),
    ),
    (
        r".*",
        Intended(
            "means over classes take the classes with true rows; an undefined one counts as the worst value",
            (
                r".*(measures|differences)\[[a-z0-9_]+_(macro|weighted)(\(.*?\))?\]\..*",
                r"rankings\[[a-z0-9_]+_macro\]\.groups.*",
                r"(intervals\.)?[a-z0-9_]+_macro(\[.\])?",
            ),
        ),
    ),
    (r".*", Intended("notes in plain words, and some more of them", (r"(.*\.)?notes\[.*\]",))),
    (
        r".*",
        Intended(
            "a pooled metric that is accuracy by another name has its interval",
            (r".*\[[a-z0-9_]+_micro\]\.(low|high|method|undefined_share)", r"intervals\.[a-z0-9_]+_micro.*"),
        ),
    ),
    (
        r"threshold_.*",
        Intended(
            "held-out values are means of 16 splits; thresholds that find as many with more alerts are not as good",
            (
                r".*\.cross_fitted\.([tf][pn]|thresholds\[.*\])",
                r".*\.cross_fitted\.measures\[.*\]\.(value|low|high|skill)",
                r".*\.own\.above",
            ),
        ),
    ),
    (
        UNITS,
        Intended(
            "intervals over fewer than 100 units leave one out at a time; below 6 units there is no p-value",
            (r".*\.(low|high|method|undefined_share|better)", r"rankings\[.*\]\.groups.*"),
        ),
    ),
    (
        r"structures_.*|field_arrival",
        Intended(
            "the columns read as damage are named; arrival times come with recall, precision and their unit",
            (r".*\.columns\[.*", r".*quantities\[(recall|precision)\]", r"provenance\.settings\.time_unit"),
        ),
    ),
    (
        r"severity_.*|structures_.*|perimeter.*|field_.*|case_.*",
        Intended(
            "models of a fire are compared; predicting all and guessing at the observed rate are baselines too",
            (
                r".*\.baselines\.(all_positive|observed_rate)",
                r"comparison",
                r".*\.(unchanged|everything|guessing)",
            ),
        ),
    ),
    (
        r"severity_.*|structures_.*|perimeter.*|field_.*|case_.*",
        Intended(
            "intervals over fewer than 100 tiles, steps or fires leave one out at a time",
            (
                r"systems\[.*\]\.(measures|quantities)\[.*\]\.(low|high|method|undefined_share)",
                r"systems\[.*\]\.(table|windows)\.rows.*",
            ),
        ),
    ),
    (
        r"(threshold|rank)_.*",
        Intended(
            "several scores are compared; a worth stands beside acting on nothing and on everything; points have "
            "their accuracy",
            (
                r"comparison",
                r".*\.baselines\.act on (nothing|everything)",
                r".*(metrics|measures)\[accuracy\]",
            ),
        ),
    ),
    (
        r"threshold_bins_percentile",
        Intended(
            "bins are those of octaves and no longer of equal width from the lowest to the highest score; values are "
            "corrected for the order in bins",
            (r"systems\[.*", r"provenance\.settings\.bins"),
        ),
    ),
    (
        r"alerts_.*|cheers_.*|multilabel_.*|uplift_.*",
        Intended(
            "a verdict, comparisons, other thresholds and trivial rules came after 0.1.0",
            (
                r"(pairs|rankings)\[.*",
                r"systems\[.*\]\.thresholds\[.*",
                r".*\.baselines\.(nothing|everything|majority)",
            ),
        ),
    ),
    (
        r"alerts_.*|cheers_.*",
        Intended(
            "intervals over fewer than 100 events or documents leave one out at a time",
            (r"systems\[.*\]\.((ceiling|accuracy|humimpact)\.)?(low|high|method|undefined_share)",),
        ),
    ),
    (
        r"compare_three_units",
        Intended("better needs an interval without 0 too", (r".*\.better", r"rankings\[.*\]\.groups.*")),
    ),
    (
        r"advise_.*|cheers_validation",
        Intended(
            "the same findings and problems in plainer words",
            (
                r"findings\[.*\]\.(finding|evidence|action|tables\[.*\]\.(caption|rows\[.*\]\[0\]))",
                r"(fine|problems)\[.*\]\.says",
                r"unsaid\[.*\]\.why",
            ),
        ),
    ),
)


@dataclass(frozen=True)
class Difference:
    """One place where a result is not what was kept, and why that is wanted, if it is."""

    path: str
    words: str
    reason: str | None
    was_number: bool = False
    after: object = None

    def __str__(self) -> str:
        return self.words if self.reason is None else f"{self.words}  [intended: {self.reason}]"


def file_of(name, version=FIRST):
    """Where a call's answer is kept; answers that are no sealed results have a folder of their own."""
    folder = KEPT / version
    return (folder / "plain" if name in PLAIN else folder) / f"{name}.json"


def kept_text(name, version=FIRST):
    """The answer that is kept."""
    return file_of(name, version).read_text(encoding="utf-8")


def differences(name, before, after, tolerance=0.0):
    """All places where two answers of a call differ, but for what may vary; numbers by more than the tolerance.

    Lists are compared by the names of their entries. Where nothing differs so, the order of lists and fields, missing
    fields and whole numbers are compared as well: that is one difference, of form.
    """
    one, two = json.loads(before), json.loads(after)
    kind = one.get("mercalli") if name in SEALED else None
    read = mercalli.from_json if name in SEALED else json.loads
    found = mercalli.diff(read(before), read(after), tolerance=tolerance)
    new = [each for each in found if name in GROWING and each.before is None]
    changes = [each for each in found if each not in new and not _varies(each.path, kind)]
    if not changes and not new and _form(one) != _form(_as_it_was(two, one)):
        words = f"{FORM}: same values, but other fields, another order, or whole numbers for others"
        return [Difference(FORM, words, _reason(name, FORM))]
    return [
        Difference(each.path, str(each), _reason(name, each.path), isinstance(each.before, int | float), each.after)
        for each in changes
    ]


def fingerprint(found):
    """A digest of what the numbers that differ on purpose are now."""
    places = sorted([each.path, _rounded(each.after)] for each in found if each.reason and each.was_number)
    return sha256(json.dumps(places).encode()).hexdigest()[:16]


def _rounded(value):
    """A number in digits that processors agree on; anything else as it is."""
    if not isinstance(value, float):
        return str(value)
    return "0" if abs(value) < ROUNDING else f"{value:.{DIGITS}g}"


def _varies(path, kind):
    return re.fullmatch(VARYING, path) or (kind in VARYING_IN and re.fullmatch(VARYING_IN[kind], path))


def _reason(name, path):
    everywhere = [wanted for calls, wanted in EVERYWHERE if re.fullmatch(calls, name)]
    named = [INTENDED[name]] if name in INTENDED else []
    wanted = (each for each in (*named, *everywhere) if any(re.fullmatch(known, path) for known in each.paths))
    return next((each.reason for each in wanted), None)


def _as_it_was(value, before):
    """The same without fields that there were not before; those that came later are told by what they hold."""
    if isinstance(value, dict) and isinstance(before, dict):
        return {key: _as_it_was(each, before[key]) for key, each in value.items() if key in before}
    if isinstance(value, list) and isinstance(before, list) and len(value) == len(before):
        return [_as_it_was(one, two) for one, two in zip(value, before, strict=True)]
    return value


def _form(value):
    """Fields and entries in their order, texts as they are, and of numbers the type alone."""
    if isinstance(value, dict):
        return [(key, _form(each)) for key, each in value.items() if key not in {"versions", "seal", "digest"}]
    if isinstance(value, list):
        return [_form(each) for each in value]
    return type(value).__name__ if isinstance(value, int | float) else value
