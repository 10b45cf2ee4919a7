"""Items that arrive, as columns."""

import numpy as np

WORKED = {
    "at": [f"2024-05-01T0{hour}:10:00Z" for hour in (0, 0, 0, 0, 1, 1, 1, 2)],
    "is": ["u", "o", "u", "o", "u", "o", "o", "o"],
    "said": ["u", "u", "o", "o", "u", "o", "o", "o"],
}
ROLES = {"time": "at", "truth": "is", "pred": "said", "weights": {"u": 5}}
NO_INTERVALS = {"replicates": 0}


def made(items=300, seed=0, events=1, hours=60, right=0.7):
    """Items of three classes with two systems, of which the second guesses."""
    rng = np.random.default_rng(seed)
    classes = np.array(["urgent", "some", "calm"])
    truth = rng.choice(classes, items, p=[0.15, 0.35, 0.5])
    guess = rng.choice(classes, items)
    good = np.where(rng.random(items) < right, truth, guess)
    minute = np.sort(rng.integers(0, hours * 60, items)).astype("timedelta64[m]")
    time = np.datetime64("2024-05-01T00:00:00") + minute
    return {
        "at": [f"{each}Z" for each in time],
        "is": truth,
        "good": good,
        "poor": rng.permutation(guess),
        "event": [f"event {each}" for each in rng.integers(0, events, items)],
        "place": rng.choice(["north", "south"], items),
    }


TEAM = {"weights": {"urgent": 5, "some": 2}, "per_hour": 3, "deadline": "3h"}
MADE_ROLES = {"time": "at", "truth": "is", "pred": "good", **TEAM}
