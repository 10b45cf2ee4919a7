"""What holds for all classes, whatever they are called."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mercalli.inputs.answers.answer import AMBIGUOUS, EXACT, HOWS, OUTCOMES, READ
from mercalli.inputs.classes import ClassList
from tests.inputs.answers.readers import CLASSES, USUAL, reader

DRESSES = (
    "{}",
    "{}.",
    " {} \n",
    '"{}"',
    "'{}'",
    "`{}`",
    "**{}**",
    "__{}__",
    "***{}***",
    "# {}",
    "> {}",
    "- {}",
    "* {}",
    "\u2022 {}",
    "({})",
    "[{}]",
    "<b>{}</b>",
    "```\n{}\n```",
    "```text\n{}\n```",
    "\U0001f6a8 {} \U0001f6a8",
    "{}!",
    "Label: {}",
    "**Category:** {}",
    "Class = {}",
    "Answer: '{}'",
    "The label is {}.",
    "Final answer: {}",
    "I would classify this as {}.",
    "This message falls under {}.",
    '{{"label": "{}"}}',
    '```json\n{{"label": "{}", "confidence": 0.8}}\n```',
    "{{'prediction': '{}'}}",
    "<answer>{}</answer>",
    "\\boxed{{{}}}",
    "<think>Hard to say at first.</think>\n{}",
    "{} (0.87)",
)
SPELLINGS = (
    lambda name: name,
    lambda name: name.replace("_", " "),
    lambda name: name.replace("_", "-"),
    lambda name: name.upper(),
    lambda name: name.replace("_", " ").capitalize(),
)
JOINTS = (
    "{} and {}",
    "{} or {}",
    "{}, {}",
    "{}/{}",
    "- {}\n- {}",
    '["{}", "{}"]',
    "Label: {} and {}",
    "Label: {}, {}",
    "It is about {} and {}.",
    '{{"label": ["{}", "{}"]}}',
)
# Prose without a class, cue, key, marker, negator or refusal.
PROSE = ("Thank you for asking.", "Water rises in the old town.", "Let me know if you want more detail.", "Stay safe!")


@pytest.mark.parametrize("dress", DRESSES)
@pytest.mark.parametrize("name", CLASSES.names)
def test_a_class_is_read_in_every_dress_and_spelling(name, dress):
    answers = [USUAL.answer(dress.format(spelling(name))) for spelling in SPELLINGS]

    assert [answer.label for answer in answers] == [name] * len(SPELLINGS)


def test_there_are_36_dresses():
    assert len(set(DRESSES)) == 36


@pytest.mark.parametrize("joint", JOINTS)
def test_any_two_classes_are_ambiguous(joint):
    outcomes = {USUAL.answer(joint.format(*pair)).outcome for pair in combinations(CLASSES.names, 2)}

    assert outcomes == {AMBIGUOUS}


@given(order=st.permutations(CLASSES.names), name=st.sampled_from(CLASSES.names), dress=st.sampled_from(DRESSES))
def test_the_order_of_classes_changes_nothing(order, name, dress):
    shuffled = reader(ClassList(tuple(order), CLASSES.aliases), options=None)
    output = dress.format(name)

    assert shuffled.answer(output) == reader(options=None).answer(output)


@given(name=st.sampled_from(CLASSES.names), more=st.text(min_size=1, max_size=20))
def test_a_further_class_never_changes_an_exact_answer(name, more):
    if CLASSES.code(more) is not None or not more.strip():
        return
    larger = reader(ClassList((*CLASSES.names, more), CLASSES.aliases), options=None)

    answer = larger.answer(name)

    assert (answer.label, answer.how) == (name, EXACT)


@pytest.mark.parametrize("dress", DRESSES)
@pytest.mark.parametrize("prose", PROSE)
def test_prose_on_a_new_line_after_a_whole_answer_changes_nothing(dress, prose):
    for name in CLASSES.names:
        alone = USUAL.answer(dress.format(name))
        if alone.whole:
            assert USUAL.answer(f"{dress.format(name)}\n\n{prose}").label == name


@pytest.mark.parametrize("dress", DRESSES)
def test_reading_a_read_label_gives_it_again(dress):
    for name in CLASSES.names:
        label = USUAL.answer(dress.format(name)).label
        assert USUAL.answer(label).label == label


@given(output=st.text())
def test_any_text_gives_one_of_five_outcomes(output):
    answer = USUAL.answer(output, "the text of an item that is long enough to be left out")

    assert answer.outcome in OUTCOMES
    assert answer.how in {"", *HOWS}
    assert (answer.label in CLASSES.names) == (answer.outcome == READ)


WORDS = ("flood", "fire", "not ", "Label: ", " or ", "Final answer: ", "I cannot ", "Tweet: ", "A) ", "null", "0.7")
MARKS = ("{", "}", '"', "'", "[", "]", ":", ",", "\n", "<think>", "</think>", "->", "```", "**", "\\boxed{", "%", "?")
PIECES = st.sampled_from([*WORDS, *MARKS, "\u6d2a\u6c34", "&quot;"])


@given(pieces=st.lists(PIECES, max_size=30))
def test_any_mix_of_marks_gives_one_of_five_outcomes(pieces):
    answer = USUAL.answer("".join(pieces))

    assert answer.outcome in OUTCOMES
    assert (answer.label in CLASSES.names) == (answer.outcome == READ)


@given(pieces=st.lists(PIECES, max_size=20))
def test_strict_reading_only_drops_answers(pieces):
    output = "".join(pieces)
    usual, strict = USUAL.answer(output), reader(mode="strict").answer(output)

    assert strict.label in {None, usual.label}
    assert (strict.outcome == READ) == usual.whole


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.binary(max_size=8) | st.dates(),
    lambda below: st.lists(below, max_size=4) | st.dictionaries(st.text(max_size=8) | st.integers(), below, max_size=4),
)


@given(output=ANYTHING)
def test_an_output_of_any_type_gives_one_of_five_outcomes(output):
    assert USUAL.answer(output).outcome in OUTCOMES
