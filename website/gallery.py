"""The gallery: twelve reports, made when the site is built, each from the function that is shown beside it.

The posts are the real ones of the demonstration. Everything else is drawn at random with a fixed seed, so that there is
nobody's data in it: it looks like what a task gets, and says nothing about any real model.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np

import mercalli
from mercalli.io.demo import read_demo
from mercalli.results.heading import Heading, under
from mercalli.results.seal import Result
from mercalli.telling.kinds import files_of

PAGE = """# Gallery: twelve reports

Each picture leads to the whole report, as `--out` or `mercalli.write_report` writes it: one page that works offline.
Posts are the real ones of the demonstration; where a text says “made up”, the rows were drawn at random when this site
was built. The Python below each is all that made it.
"""
SEEN = 60  # days
REPORTS = "reports"


@cache
def posts() -> dict[str, Any]:
    """The posts of four disasters that come with the package, and a made-up hour at which each came in."""
    rows = read_demo()
    hours = np.sort(np.random.default_rng(1).uniform(0, 96, len(rows["truth"])))
    times = np.datetime64("2024-05-01T00:00") + (hours * 60).astype("timedelta64[m]")
    order = np.random.default_rng(2).permutation(len(times))
    return {name: np.asarray(each)[order] for name, each in rows.items()} | {"at": np.char.add(times.astype(str), "Z")}


@cache
def risks() -> dict[str, Any]:
    """Made-up risks of 1,500 people, of whom one in eight has an emergency; the second model is the sharper one."""
    rng = np.random.default_rng(3)
    urgent = rng.binomial(1, 1 / 8, 1500)
    sharp, plain = (1 / (1 + np.exp(2.2 - skill * urgent - rng.normal(size=1500))) for skill in (2.4, 1.4))
    days = np.ceil(rng.exponential(30 / (0.5 + 3 * sharp)))
    return {
        "urgent": urgent,
        "model_a": plain.round(4),
        "model_b": sharp.round(4),
        "priority": np.array(["Low", "Medium", "High", "Critical"])[urgent * 2 + rng.binomial(1, 0.3, 1500)],
        "days": days.clip(max=SEEN),
        "hit": (days < SEEN).astype(int),
    }


@cache
def fires() -> tuple[Any, Any]:
    """A made-up burned area, and a model of it that lies a little to the east."""
    down, across = np.mgrid[0:90, 0:120] / 30
    hills = np.sin(2.1 * across) + np.cos(1.7 * down) + np.sin(across * down)
    distance = np.hypot(across - 2, down - 1.5)
    burned = [np.clip(np.round(6 - 2.2 * (distance + shift * across) + 0.5 * hills), 1, 4) for shift in (0.0, 0.12)]
    return burned[0].astype(int), burned[1].astype(int)


def evaluate() -> Result:
    """Three systems on four disasters.

    Which system should sort posts tonight? The verdict names the one that is ahead and what it misses;
    then come classes, confusions and slices by event.
    """
    systems = ["gpt_4o_zero_shot", "tfidf_logreg", "tfidf_linear_svm"]
    return mercalli.evaluate(posts(), truth="truth", pred=systems, profile="humaid", by="event", replicates=200)


def models() -> Result:
    """Four systems and the vote of their answers.

    Is it worth asking several systems? The report ranks all of them, says which differences chance can
    explain, and what a vote of their answers would reach.
    """
    systems = ["gpt_4o_zero_shot", "tfidf_logreg", "tfidf_linear_svm", "tfidf_naive_bayes"]
    return mercalli.models(posts(), truth="truth", pred=systems, profile="humaid", replicates=200)


def parity() -> Result:
    """One system, disaster by disaster.

    Does a system work equally well everywhere? Each disaster stands as it is and like for like, with gaps
    whose intervals hold for all pairs at once.
    """
    return mercalli.parity(
        posts(), truth="truth", pred="gpt_4o_zero_shot", by="event", profile="humaid", replicates=200
    )


def places() -> Result:
    """Errors by place.

    Where does a system fail more often than its classes explain? Places outside of the limits of chance stand out in
    the funnel; here, the places are the four disasters.
    """
    system = "gpt_4o_zero_shot"
    return mercalli.places(
        posts(), truth="truth", pred=system, region="event", profile="humaid", replicates=200, draws=99
    )


def stress_shift() -> Result:
    """Other mixes of classes.

    What if the next disaster brings other messages? The report weighs the same answers anew, from the mix at hand to
    the mix of each event.
    """
    systems = ["gpt_4o_zero_shot", "tfidf_linear_svm"]
    return mercalli.stress_shift(posts(), truth="truth", pred=systems, by="event", profile="humaid", replicates=200)


def over_time() -> Result:
    """Four days, hour by hour.

    Does a system hold while messages pour in? Values by bin, and how long it takes until urgent posts are found; the
    hours are made up, the posts are real.
    """
    return mercalli.over_time(
        posts(), time="at", truth="truth", pred="tfidf_linear_svm", profile="humaid", replicates=200
    )


def capacity() -> Result:
    """A desk that reads 20 posts an hour.

    What is a model worth to a team that cannot read everything? The items are replayed as they came in (at made-up
    hours), beside no model at all and a perfect one.
    """
    systems, desk = ["gpt_4o_zero_shot", "tfidf_linear_svm"], {"per_hour": 20, "deadline": "6h"}
    return mercalli.capacity(posts(), time="at", truth="truth", pred=systems, profile="humaid", **desk, replicates=100)


def threshold() -> Result:
    """At which risk to act.

    A visit costs 1, a missed emergency 10: which score is worth acting on? Curves, the chosen threshold and a slider
    for other prices; the risks are made up.
    """
    costs = {"cost_fp": 1, "cost_fn": 10}
    return mercalli.threshold(risks(), truth="urgent", score=["model_a", "model_b"], **costs, replicates=200)


def rank() -> Result:
    """Whom to visit first.

    Ten teams can visit a tenth of the people: how many emergencies do they reach? Precision, recall and lift of the top
    of each list; the risks are made up.
    """
    return mercalli.rank(risks(), truth="urgent", score=["model_a", "model_b"], k="10%", replicates=200)


def alerts() -> Result:
    """A stream of alerts.

    Do urgent items come first, and how many false alarms do they cost? The same made-up risks, read as alerts with four
    priorities.
    """
    return mercalli.alerts(risks(), truth="priority", score=["model_a", "model_b"], replicates=200)


def survival() -> Result:
    """Who is hit first.

    Made-up days until an emergency, many of them never seen. The report says whether those with a higher risk were hit
    earlier, at which horizons, and how sure that is.
    """
    return mercalli.survival(risks(), time="days", event="hit", risk=["model_a", "model_b"])


def burn_severity() -> Result:
    """A burned area and a model of it.

    What burned, what did the model miss, and where? The map shows it north up; both areas are made up.
    """
    observed, modelled = fires()
    return mercalli.burn_severity(observed, {"shifted": modelled}, tile=16, replicates=200)


GALLERY: tuple[Callable[[], Result], ...] = (
    *(evaluate, models, parity, places, stress_shift, over_time, capacity),
    *(threshold, rank, alerts, survival, burn_severity),
)


def write_gallery(folder: Path) -> None:
    """The page of the gallery, and beside it for each report its page and its first picture."""
    (folder / REPORTS).mkdir(parents=True, exist_ok=True)
    entries = [_entry(each, folder / REPORTS) for each in GALLERY]
    (folder / "gallery.md").write_text("\n".join([PAGE, *entries]), encoding="utf-8")


def _entry(make: Callable[[], Result], folder: Path) -> str:
    """What stands on the page, once the report is written."""
    name, (title, says, body) = make.__name__, _parts(make)
    files = files_of(under(make(), Heading(title)))
    picture = next(content for file, content in files.items() if isinstance(content, bytes))
    (folder / f"{name}.png").write_bytes(picture)
    (folder / f"{name}.html").write_text(str(files["index.html"]), encoding="utf-8")
    shown = f"[![{title}: the first picture of the report]({folder.name}/{name}.png)]({folder.name}/{name}.html)"
    return f"## {title}\n\n{says}\n\n{shown}\n\n```python\n{body}```\n"


def _parts(make: Callable[[], Result]) -> tuple[str, str, str]:
    """The title, what is said, and the code of a function of the gallery."""
    title, _, says = str(inspect.getdoc(make)).partition("\n\n")
    body = inspect.getsource(make).split('"""\n')[-1]
    return title.rstrip("."), says.replace("\n", " "), dedent(body).replace("return ", "result = ")
