"""The trunk of the error tree, and every error that core or doors raise; a task keeps those that it alone raises.

MercalliError
├── InputError            the data cannot be evaluated as asked
│   ├── ColumnError       a column is not there, or named for two roles
│   ├── LengthError       columns of unequal length
│   ├── EmptyError        no rows
│   ├── MissingError      missing truths, predictions, weights or units
│   ├── ClassError        a label outside the declared classes
│   ├── AnswerError       outputs of a system that cannot be read as answers
│   ├── WeightError       negative or non-finite weights
│   ├── CountError        numbers of items that are none, or too many
│   ├── SystemNameError   two systems under one name
│   ├── JoinError         files that do not speak of the same items
│   ├── ScoreError        scores that cannot be ranked or decided by
│   ├── ProbabilityError  probabilities that do not say how sure a system is
│   ├── LabelSetError     label sets that cannot be compared
│   ├── TimeError         times at which nothing can have happened
│   ├── TextError         labelled texts that nothing can be learnt from, or tested on
│   ├── FeedbackError     feedback that cannot be recorded or read
│   ├── SurvivalError     times, events or predictions that cannot be
│   ├── StatisticError    a statistic that is broken, or that does not fit the others
│   ├── MapError          maps or shapes that cannot be read or compared
│   └── FileError         a file that is absent, cut off, or not what its name says
├── ProfileError          a profile that contradicts itself
├── MetricError           an unknown metric or option
├── SettingError          a setting outside its range
├── GateError             a gate that cannot be tested
├── ResultError           a result file that is broken or was changed
├── SignatureError        a signature that is not there, cannot be made, or does not hold
├── TableError            a table that a result does not have
├── FigureError           a picture that a result does not have
├── ModelError            a file that holds no classifier of ours
└── ExtraError            an optional part that is not installed

Each text says what was expected, what was found (the first three), where, and what to do. Most are written where the
fault is found, and `named`, `about`, `in_column` or `at_line` puts the subject before them; a text that several places
need has a constructor of its own.
"""

from mercalli.errors.base import InputError, MercalliError
from mercalli.errors.data import (
    ColumnError,
    CountError,
    EmptyError,
    JoinError,
    LengthError,
    MissingError,
    SystemNameError,
    WeightError,
)
from mercalli.errors.files import FileError
from mercalli.errors.labels import (
    AnswerError,
    ClassError,
    LabelSetError,
    ProbabilityError,
    ScoreError,
    SurvivalError,
)
from mercalli.errors.maps import MapError
from mercalli.errors.settings import (
    ExtraError,
    FigureError,
    GateError,
    MetricError,
    ProfileError,
    ResultError,
    SettingError,
    SignatureError,
    TableError,
)
from mercalli.errors.statistics import StatisticError
from mercalli.errors.texts import FeedbackError, ModelError, TextError
from mercalli.errors.times import TimeError

__all__ = [
    "AnswerError",
    "ClassError",
    "ColumnError",
    "CountError",
    "EmptyError",
    "ExtraError",
    "FeedbackError",
    "FigureError",
    "FileError",
    "GateError",
    "InputError",
    "JoinError",
    "LabelSetError",
    "LengthError",
    "MapError",
    "MercalliError",
    "MetricError",
    "MissingError",
    "ModelError",
    "ProbabilityError",
    "ProfileError",
    "ResultError",
    "ScoreError",
    "SettingError",
    "SignatureError",
    "StatisticError",
    "SurvivalError",
    "SystemNameError",
    "TableError",
    "TextError",
    "TimeError",
    "WeightError",
]
