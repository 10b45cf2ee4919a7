"""Names that columns of posts often have."""

import pytest

from mercalli.inputs.usual_names import EVENT, KEY, TEXT, usual_column


@pytest.mark.parametrize(
    ("names", "column"),
    [
        *((KEY, name) for name in ("msg_id", "message_id", "Tweet ID")),
        *((TEXT, name) for name in ("tweet", "tweet_text", "Message")),
        *((EVENT, name) for name in ("event", "Event Name", "crisis", "disaster")),
    ],
)
def test_a_column_is_found_by_its_usual_name(names, column):
    assert usual_column(names, ["x", column]) == column
