"""What the labels tell: the profile they belong to, and the classes that columns of scores are for."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from mercalli.engines.source import Source
from mercalli.errors import ClassError
from mercalli.errors.labels import SPELT_ALIKE
from mercalli.inputs.classes import ClassList, check_names, label_text, normal
from mercalli.inputs.labels import MOST_CLASSES
from mercalli.inputs.scores import POSITIVE
from mercalli.inputs.tally import MISSING_WORDS
from mercalli.inputs.usual_names import SCORE_STARTS, plain_name
from mercalli.io.profiles import profile_names, read_profile
from mercalli.profiles.profile import Profile
from mercalli.text.words import shown, suggestion

NEARLY_ALL = 4  # of so many labels, at most one may be unknown


def labels_in(
    source: Source, columns: Sequence[str], most: int = MOST_CLASSES, words: Collection[str] = MISSING_WORDS
) -> list[str]:
    """The distinct labels of some columns, those of the first column first; `words` mean that there is none."""
    labels: dict[str, None] = {}
    for column in columns:
        values = source.tally([column], None).columns[column].known(words).values
        if len(values) > most:
            raise ClassError.too_many(len(values), most, repr(column), source.origin)
        check_names(column, values, source.origin, source.where)
        labels |= dict.fromkeys(sorted(label_text(value) for value in values))
    return list(labels)


def guess_profile(labels: Sequence[str]) -> str | None:
    """The profile whose classes cover all these labels, the one with the fewest classes if several do.

    >>> guess_profile(["not_humanitarian", "Caution and advice"])
    'humaid'
    """
    profiles = [read_profile(name) for name in profile_names()]
    fitting = [profile for profile in profiles if profile.classes and not _unknown(profile, labels)]
    return min(fitting, key=lambda profile: len(profile.classes)).name if fitting and labels else None


def nearest_profile(labels: Sequence[str]) -> tuple[Profile, list[str]] | None:
    """A profile that knows nearly all of these labels, and the few that it does not know.

    >>> labels = ["not_humanitarian", "caution_and_advice", "sympathy", "injured_or_dead_people"]
    >>> profile, unknown = nearest_profile(labels)
    >>> profile.name, unknown
    ('humaid', ['sympathy'])
    """
    profiles = [profile for profile in map(read_profile, profile_names()) if profile.classes]
    lacks = [(profile, _unknown(profile, labels)) for profile in profiles]
    near = [each for each in lacks if 0 < len(each[1]) * NEARLY_ALL <= len(labels)]
    return min(near, key=lambda each: len(each[1]), default=None)


def told_profile(labels: Sequence[str]) -> tuple[str | None, list[str]]:
    """The profile that fits, if one does, and what to tell about that; labels that look misspelt are an error."""
    profile = guess_profile(labels)
    told = f"profile: {profile}, because it has all {len(labels)} true classes" if profile else _nearly(labels)
    return profile, [told] if told else []


def fitting_profile(source: Source, truth: str, profile: str | None, known: object) -> tuple[str | None, list[str]]:
    """The profile that was named, or else one that fits the true classes, with what to tell about that.

    None is looked for where something else is `known`: the classes, or their weights.
    """
    return (profile, []) if profile is not None or known else told_profile(labels_in(source, [truth]))


def _nearly(labels: Sequence[str]) -> str:
    """What to know of a profile that knows nearly all labels; labels that look misspelt are an error."""
    near = nearest_profile(labels)
    if near is None:
        return ""
    profile, unknown = near
    misspelt = [label for label in unknown if suggestion(label, profile.classes, SPELT_ALIKE)]
    if misspelt:
        others = [label for label in unknown if label not in misspelt]
        raise ClassError.misspelt([*misspelt, *others], profile.name, len(labels), profile.classes)
    return (
        f"profile: none, because {profile.name} does not know {shown(unknown)} of the {len(labels)} true classes; "
        f"--profile {profile.name} --unknown default takes it nevertheless"
    )


def _unknown(profile: Profile, labels: Sequence[str]) -> list[str]:
    listed = ClassList(profile.classes, profile.aliases)
    return [label for label in labels if listed.code(label) is None]


def scores_of_classes(columns: Sequence[str], labels: Sequence[str]) -> dict[str, str]:
    """The column of every label, where each label has one whose name ends in it; else nothing.

    >>> scores_of_classes(["prob_fire", "prob_flood"], ["fire", "flood"])
    {'fire': 'prob_fire', 'flood': 'prob_flood'}
    >>> scores_of_classes(["score_svm", "score_forest"], ["fire", "flood"])
    {}
    """
    starts = (
        (column, next((start for start in SCORE_STARTS if plain_name(column).startswith(start)), None))
        for column in columns
    )
    ends = {normal(column.strip()[len(start) :]): column for column, start in starts if start is not None}
    scores = {label: ends[normal(label)] for label in labels if normal(label) in ends}
    return scores if len(scores) == len(labels) else {}


def one_of_two(scores: dict[str, str]) -> dict[str, str]:
    """Of two classes with a score each, the one that is usually positive; else both.

    >>> one_of_two({"0": "prob_0", "1": "prob_1"})
    {'1': 'prob_1'}
    """
    usual = {label: column for label, column in scores.items() if normal(label) in POSITIVE}
    return usual if len(scores) == 2 and len(usual) == 1 else scores  # noqa: PLR2004 - yes or no
