"""A good call for every table that a command reads, by the command and, where it reads several, by which one.

{file} stands for the table. What else a command takes from its user is listed below: it is no table.
"""

from __future__ import annotations

from dataclasses import dataclass

ROWS = 40
QUICK = ("--replicates", "0")


def _table(**columns):
    """A table as CSV text; a column is a list of values that are repeated."""
    rows = (",".join(values[row % len(values)] for values in columns.values()) for row in range(ROWS))
    return "\n".join([",".join(columns), *rows]) + "\n"


ITEMS = _table(
    id=[str(row) for row in range(ROWS)],
    truth=["fire", "flood", "fire", "flood", "calm"],
    pred=["fire", "flood", "flood", "flood", "calm"],
    other=["fire", "fire", "fire", "flood", "calm"],
    urgent=["1", "0", "0", "1", "1", "0", "0"],
    score=["0.9", "0.2", "0.4", "0.6", "0.3"],
    priority=["High", "Low", "Critical"],
    treatment=["1", "0", "0", "1"],
    outcome=["1", "0", "1", "0", "0", "1", "1"],
    time=["1.5", "2", "3.5", "4", "5"],
    event=["1", "0", "1"],
    damage=["Destroyed (>50%)", "No Damage"],
    text=["fire on the hill", "water in the street", "the wood burns", "the river rises", "all is well here"],
)
RUN = _table(
    doc_id=[str(row // 5) for row in range(ROWS)],
    sentence_id=[str(row % 5) for row in range(ROWS)],
    is_relevant=["1", "0"],
    sector_id=["1", "-1"],
)
GOLD = _table(
    doc_id=[str(row // 5) for row in range(ROWS)],
    sentence_id=[str(row % 5) for row in range(ROWS)],
    sentence_text=["homes were hit", "all is well"],
    is_relevant=["1", "0"],
    sector_ids=["[1]", "[]"],
)


ARRIVED = _table(
    at=[f"2024-05-01T{hour:02}:10:00Z" for hour in range(20)],
    truth=["fire", "flood", "fire", "flood", "calm"],
    pred=["fire", "flood", "flood", "flood", "calm"],
)
SHIFTS = _table(hour=[str(hour) for hour in range(24)], per_hour=["1", "2"])
SHIFTS = "\n".join(SHIFTS.splitlines()[:25]) + "\n"
INHABITED = "\n".join(
    ["region,people,need", "Destroyed (>50%),100,2", "No Damage,200,1", *(f"none {at},50,1" for at in range(9)), ""]
)
DOCUMENTS = _table(doc_id=[str(row) for row in range(ROWS)], country_code=["SYR", "COL"])


UNDER = ("--stressed", "under.csv", *("--replicates", "0"))
STRESSED = _table(
    id=[str(row) for row in range(ROWS)],
    stress=["upper"],
    strength=[""],
    pred=["fire", "flood", "flood", "flood", "calm"],
    text=["FIRE", "WATER"],
)
# What calls need besides the file that they are given.
FIRST = "id,pred\na,fire\nb,flood\n"  # what a watch holds
BESIDE = {
    "first.csv": FIRST,
    "other.csv": ITEMS,
    "arrived.csv": ARRIVED,
    "gold.csv": GOLD,
    "run.csv": RUN,
    "under.csv": STRESSED,
}


@dataclass(frozen=True)
class Call:
    """Arguments, the table they are good for, and a column that it must have."""

    arguments: tuple[str, ...]
    needs: str
    table: str = ITEMS


TEXTS = ("--text", "text", "--label", "truth")
TRAINED = ("--out", "trained", "--overwrite")
WATCH = ("monitor", "add", "watch", "--when", "2024-05-02T12:00:00Z")
START = ("monitor", "start", "made", "--promise", "accuracy>=0.5")
FEEDBACK = ("--model", "model", "--who", "me")
DAMAGE = ("--key", "id", "--damage", "damage", "--pred", "damage")
BASELINE = ("cheers", "baseline", "majority", "--out", "made.csv")
LABELS = ("--truth", "truth", "--pred", "pred")
TEAM = ("--per-hour", "1")
WAITING = ("--time", "at", "--deadline", "2h", "--weights", "fire=5", *QUICK)
SINCE = ("--time", "at", "--bin", "1h", *QUICK)
SCORES = ("--truth", "urgent", "--score", "score", *QUICK)
CALLS = {
    "evaluate": Call(("evaluate", "{file}", *LABELS, *QUICK), "truth"),
    "compare": Call(("compare", "{file}", *LABELS[:-1], "pred,other", "--replicates", "100"), "other"),
    "count": Call(("count", "{file}", *LABELS, "--out", "made.stat", "--overwrite"), "truth"),
    "models": Call(("models", "{file}", *LABELS[:-1], "pred,other", *QUICK), "other"),
    "models --truth-file": Call(
        ("models", "other.csv", *LABELS, "--item", "id", "--truth-file", "{file}", *QUICK), "truth"
    ),
    "evaluate --truth-file": Call(("evaluate", "other.csv", *LABELS, *QUICK, "--truth-file", "{file}"), "truth"),
    "compare --truth-file": Call(
        ("compare", "other.csv", *LABELS[:-1], "pred,other", "--replicates", "100", "--truth-file", "{file}"), "truth"
    ),
    "parity": Call(("parity", "{file}", *LABELS, "--by", "priority", *QUICK), "truth"),
    "answers": Call(("answers", "{file}", "--pred", "pred", "--classes", "fire,flood,calm"), "pred"),
    "threshold": Call(("threshold", "{file}", *SCORES), "score"),
    "rank": Call(("rank", "{file}", *SCORES, "--k", "5"), "score"),
    "alerts": Call(("alerts", "{file}", "--truth", "priority", *SCORES[2:]), "priority"),
    "capacity": Call(("capacity", "{file}", *TEAM, *WAITING), "truth", ARRIVED),
    "capacity --capacity": Call(("capacity", "arrived.csv", "--capacity", "{file}", *WAITING), "per_hour", SHIFTS),
    "capacity --stream": Call(("capacity", "arrived.csv", *TEAM, *WAITING, "--stream", "{file}"), "at", ARRIVED),
    "places": Call(("places", "{file}", *LABELS, "--region", "damage", *QUICK), "pred"),
    "places --people": Call(
        ("places", "other.csv", *LABELS, "--region", "damage", "--people", "{file}", *QUICK), "people", INHABITED
    ),
    "over-time": Call(("over-time", "{file}", *SINCE), "truth", ARRIVED),
    "over-time --stream": Call(("over-time", "arrived.csv", *SINCE, "--load", "--stream", "{file}"), "at", ARRIVED),
    "uplift": Call(("uplift", "{file}", "--score", "score", *QUICK), "treatment"),
    "survival": Call(("survival", "{file}", "--risk", "score"), "time"),
    "multilabel": Call(("multilabel", "{file}", *LABELS, *QUICK), "pred"),
    "survival --train": Call(("survival", "other.csv", "--risk", "score", "--train", "{file}"), "time"),
    "train": Call(("train", "{file}", *TEXTS, *TRAINED), "text"),
    "train --test": Call(("train", "other.csv", "--test", "{file}", *TEXTS, *TRAINED), "text"),
    "predict": Call(("predict", "model", "{file}", "--text", "text"), "text"),
    "advise": Call(("advise", "{file}", *TEXTS), "text"),
    "advise --test": Call(("advise", "other.csv", "--test", "{file}", *TEXTS), "text"),
    "feedback add": Call(("feedback", "add", "new.jsonl", *FEEDBACK, "--from", "{file}", *TEXTS), "text"),
    "feedback report": Call(("feedback", "report", "kept.jsonl", "--model", "model", "--test", "{file}"), "text"),
    "monitor start --reference": Call((*START, "--reference", "{file}", *LABELS), "pred"),
    "monitor add": Call((*WATCH, "{file}"), "pred"),
    "monitor add --truths": Call((*WATCH, "--truths", "{file}", "--unknown", "drop"), "truth"),
    "stress make": Call(("stress", "make", "{file}", "--text", "text", "--stress", "upper"), "text"),
    "stress score": Call(("stress", "score", "{file}", *LABELS, *UNDER), "truth"),
    "stress score --stressed": Call(
        ("stress", "score", "other.csv", *LABELS, *QUICK, "--stressed", "{file}"), "stress", STRESSED
    ),
    "stress score --clean": Call(("stress", "score", "other.csv", *LABELS, *UNDER, "--clean", "{file}"), "pred"),
    "stress score --made": Call(
        ("stress", "score", "other.csv", *LABELS, *UNDER, "--made", "{file}"), "stress", STRESSED
    ),
    "stress shift": Call(("stress", "shift", "{file}", *LABELS, *QUICK), "truth"),
    "stress run": Call(
        ("stress", "run", "{file}", "--truth", "truth", "--model", "model", "--stress", "upper", *QUICK), "text"
    ),
    "cheers validate": Call(("cheers", "validate", "{file}", "--gold", "gold.csv"), "sector_id", RUN),
    "cheers validate --gold": Call(("cheers", "validate", "run.csv", "--gold", "{file}"), "sentence_id", GOLD),
    "cheers score": Call(("cheers", "score", "{file}", "--gold", "gold.csv", *QUICK), "sector_id", RUN),
    "cheers score --gold": Call(("cheers", "score", "run.csv", "--gold", "{file}", *QUICK), "sector_ids", GOLD),
    "cheers score --documents": Call(
        ("cheers", "score", "run.csv", "--gold", "gold.csv", "--documents", "{file}", *QUICK), "country_code", DOCUMENTS
    ),
    "cheers baseline --train": Call((*BASELINE, "--train", "{file}", "--eval", "gold.csv"), "sector_ids", GOLD),
    "cheers baseline --eval": Call((*BASELINE, "--train", "gold.csv", "--eval", "{file}"), "sentence_id", GOLD),
    "challenge new": Call(("challenge", "new", "{file}", "--out", "made"), "truth"),
    "profile new": Call(("profile", "new", "{file}", "--truth", "truth"), "truth"),
    "wildfire structures": Call(("wildfire", "structures", "{file}", "other.csv", *DAMAGE, *QUICK), "damage"),
    "wildfire structures MODEL": Call(("wildfire", "structures", "other.csv", "{file}", *DAMAGE, *QUICK), "damage"),
}


def resampled(arguments):
    """The same call with intervals and p-values, where it is quick without."""
    at = next((at for at in range(len(arguments)) if arguments[at : at + 2] == QUICK), None)
    return arguments if at is None else (*arguments[: at + 1], "100", *arguments[at + 2 :])


MAPS, SHAPES = ("wildfire", "severity"), ("wildfire", "perimeter")
FIELD = ("wildfire", "field", "--kind", "ordinal")
GATED = ("evaluate", "other.csv", *LABELS, *QUICK)
COMPARED = ("compare", "other.csv", *LABELS[:-1], "pred,other", "--replicates", "100")
CHOSEN = ("models", "other.csv", *LABELS[:-1], "pred,other", *QUICK)
SETS = ("multilabel", "other.csv", *LABELS, *QUICK)
READ = ("answers", "other.csv", "--pred", "pred", "--truth", "truth")
SCORED = ("cheers", "score", "run.csv", "--gold", "gold.csv", *QUICK)

REPLAYED = ("capacity", "arrived.csv", *TEAM, *WAITING)
MADE = ("stress", "make", "other.csv", "--text", "text")
STRESS_SCORE = ("stress", "score", "other.csv", *LABELS, *UNDER)
STRESS_RUN = ("stress", "run", "other.csv", "--truth", "truth", "--model", "model", "--stress", "upper", *QUICK)

# What tells programs that check every change.
CHECKED = (
    GATED,
    ("parity", "other.csv", *LABELS, "--by", "priority", *QUICK),
    ("over-time", "arrived.csv", *SINCE),
    ("places", "other.csv", *LABELS, "--region", "damage", *QUICK),
)

# What tells a result: one call of each command that has tables.
TOLD = tuple(
    tuple(each.format(file="other.csv") for each in CALLS[name].arguments)
    for name in (
        "evaluate",
        "compare",
        "models",
        "parity",
        "threshold",
        "rank",
        "alerts",
        "places",
        "uplift",
        "survival",
    )
)

# The same for every other file: a path that leads to none is told by every command.
OTHER_CALLS = {
    "docs --site": (("docs", "--no-browser", "--site", "{file}"), ".zip"),
    **{f"{call[0]} --summary": ((*call, "--summary", "{file}"), ".md") for call in CHECKED},
    **{f"{call[0]} --junit": ((*call, "--gate", "accuracy>=0", "--junit", "{file}"), ".xml") for call in CHECKED},
    **{f"{call[0]} --xlsx": ((*call, "--xlsx", "{file}"), ".xlsx") for call in TOLD},
    "places --outline": (
        ("places", "other.csv", *LABELS, "--lat", "time", "--lon", "score", *QUICK, "--outline", "{file}"),
        ".geojson",
    ),
    "capacity --profile": ((*REPLAYED, "--profile", "{file}"), ".toml"),
    "evaluate --gate-file": ((*GATED, "--gate-file", "{file}"), ".toml"),
    "evaluate --profile": ((*GATED, "--profile", "{file}"), ".toml"),
    "evaluate --answer-rules": ((*GATED, "--answer-rules", "{file}"), ".toml"),
    "evaluate --answer-map": ((*GATED, "--answer-map", "{file}"), ".csv"),
    "evaluate --about": ((*GATED, "--about", "{file}"), ".toml"),
    "compare --about": ((*COMPARED, "--about", "{file}"), ".toml"),
    "answers --answer-rules": ((*READ, "--answer-rules", "{file}"), ".toml"),
    "answers --answer-map": ((*READ, "--answer-map", "{file}"), ".csv"),
    "answers --judged": ((*READ, "--judged", "{file}"), ".csv"),
    "answers --out": ((*READ, "--out", "{file}"), ".csv"),
    "answers --sample": ((*READ, "--check", "5", "--sample", "{file}"), ".csv"),
    "answers --profile": ((*READ, "--profile", "{file}"), ".toml"),
    "compare --answer-rules": ((*COMPARED, "--answer-rules", "{file}"), ".toml"),
    "compare --answer-map": ((*COMPARED, "--answer-map", "{file}"), ".csv"),
    "multilabel --answer-rules": ((*SETS, "--answer-rules", "{file}"), ".toml"),
    "multilabel --answer-map": ((*SETS, "--answer-map", "{file}"), ".csv"),
    "multilabel --profile": ((*SETS, "--profile", "{file}"), ".toml"),
    "models --answer-rules": ((*CHOSEN, "--answer-rules", "{file}"), ".toml"),
    "models --answer-map": ((*CHOSEN, "--answer-map", "{file}"), ".csv"),
    "models --about": ((*CHOSEN, "--about", "{file}"), ".toml"),
    "models --prices": ((*CHOSEN, "--prices", "{file}"), ".toml"),
    "cheers validate --sectors": (
        ("cheers", "validate", "run.csv", "--gold", "gold.csv", "--sectors", "{file}"),
        ".json",
    ),
    "cheers score --sectors": ((*SCORED, "--sectors", "{file}"), ".json"),
    "cheers baseline --sectors": (
        (*BASELINE, "--train", "gold.csv", "--eval", "gold.csv", "--sectors", "{file}"),
        ".json",
    ),
    "challenge check": (("challenge", "check", "{file}"), ".dir"),
    "challenge check KEY": (("challenge", "check", "{file}", "--run", "run.csv"), ".json"),
    "challenge check --run": (("challenge", "check", "key.json", "--run", "{file}"), ".csv"),
    "challenge submit": (("challenge", "submit", "{file}", "--into", "held", "--team", "a"), ".csv"),
    **{
        f"challenge {name}": (("challenge", name, "{file}", *more), ".dir")
        for name, *more in (
            ("open",),
            ("status",),
            ("board",),
            ("work",),
            ("rescore", "--why", "a"),
            ("choose", "ab", "--team", "a"),
            ("close",),
            ("verify",),
            ("export", "--out", "made"),
            ("backup", "--out", "made"),
            ("serve",),
            ("invite",),
            ("allow", "--team", "a", "--why", "a"),
            ("freeze", "--why", "a"),
            ("exclude", "--team", "a", "--why", "a"),
            ("caps", "--set", "runs_per_day=10", "--why", "a"),
        )
    },
    "challenge restore": (("challenge", "restore", "{file}", "--out", "made"), ".tar.gz"),
    "wildfire severity OBSERVED": ((*MAPS, "{file}", "map.npy", *QUICK), ".tif"),
    "wildfire severity MODEL": ((*MAPS, "map.npy", "{file}", *QUICK), ".nc"),
    "wildfire severity --domain": ((*MAPS, "map.tif", "map.tif", "--domain", "{file}", *QUICK), ".geojson"),
    "wildfire perimeter OBSERVED": ((*SHAPES, "{file}", "shape.geojson"), ".gpkg"),
    "wildfire perimeter MODEL": ((*SHAPES, "shape.geojson", "{file}"), ".tif"),
    "wildfire perimeter --before": ((*SHAPES, "shape.geojson", "shape.geojson", "--before", "{file}"), ".geojson"),
    "wildfire field OBSERVED": ((*FIELD, "{file}", "map.npy"), ".h5"),
    "wildfire field MODEL": ((*FIELD, "map.npy", "{file}"), ".npy"),
    "wildfire field --reference": (
        ("wildfire", "field", "--kind", "probability", "map.npy", "map.npy", "--reference", "{file}"),
        ".npy",
    ),
    "wildfire structures OBSERVED": (("wildfire", "structures", "{file}", "other.csv", *DAMAGE, *QUICK), ".geojson"),
    "wildfire structures MODEL": (("wildfire", "structures", "other.csv", "{file}", *DAMAGE, *QUICK), ".h5"),
    "wildfire case": (("wildfire", "case", "{file}", "."), ".toml"),
    "wildfire case MODEL": (("wildfire", "case", "case.toml", "{file}"), ".h5"),
    "train --feedback": (("train", "other.csv", *TEXTS, *TRAINED, "--feedback", "{file}"), ".jsonl"),
    "predict": (("predict", "{file}", "other.csv", "--text", "text"), ".skops"),
    "predict --out": (("predict", "model", "other.csv", "--text", "text", "--out", "{file}"), ".csv"),
    "feedback add": (("feedback", "add", "{file}", *FEEDBACK, "--text", "a fire", "--label", "fire"), ".jsonl"),
    "feedback report": (("feedback", "report", "{file}", "--model", "model"), ".jsonl"),
    "feedback report --model": (("feedback", "report", "kept.jsonl", "--model", "{file}"), ".skops"),
    "monitor start WATCH": (
        ("monitor", "start", "{file}", "--promise", "accuracy>=0.5", "--classes", "fire,flood"),
        ".watch",
    ),
    "monitor add WATCH": (("monitor", "add", "{file}", "other.csv"), ".dir"),
    "monitor add --feedback": ((*WATCH, "--feedback", "{file}"), ".jsonl"),
    "monitor report": (("monitor", "report", "{file}"), ".dir"),
    "monitor sample": (("monitor", "sample", "{file}", "--n", "1"), ".dir"),
    "monitor sample --out": (("monitor", "sample", "watch", "--n", "1", "--out", "{file}"), ".csv"),
    "stress make --stresses": ((*MADE, "--stresses", "{file}"), ".toml"),
    "stress make --out": ((*MADE, "--out", "{file}"), ".csv"),
    **{
        f"{' '.join(call[:2])} --{name}": ((*call, f"--{name}", "{file}"), ending)
        for call in (STRESS_SCORE, STRESS_RUN)
        for name, ending in (("stresses", ".toml"), ("answer-rules", ".toml"), ("answer-map", ".csv"))
    },
    **{
        f"stress shift --{name}": (("stress", "shift", "other.csv", *LABELS, *QUICK, f"--{name}", "{file}"), ending)
        for name, ending in (("answer-rules", ".toml"), ("answer-map", ".csv"))
    },
    "advise": (("advise", "{file}"), ".json"),
    "report": (("report", "{file}", "--out", "again"), ".json"),
    "report --pdf": (("report", "model/result.json", "--pdf", "{file}"), ".pdf"),
    "reproduce": (("reproduce", "{file}", "--data", "other.csv"), ".json"),
    "reproduce --data": (("reproduce", "model/result.json", "--data", "{file}"), ".csv"),
    "diff OLD": (("diff", "{file}", "model/result.json"), ".json"),
    "diff NEW": (("diff", "model/result.json", "{file}"), ".json"),
    "count --profile": (
        ("count", "other.csv", *LABELS, "--out", "made.stat", "--overwrite", "--profile", "{file}"),
        ".toml",
    ),
    "count --key": (("count", "other.csv", *LABELS, "--out", "made.stat", "--overwrite", "--key", "{file}"), ".key"),
    "show": (("show", "{file}"), ".stat"),
    "merge": (("merge", "{file}", "--check"), ".stat"),
    "merge --signers": (("merge", "other.stat", "--check", "--signers", "{file}"), ".txt"),
    "sign": (("sign", "{file}", "--key", "other.csv"), ".json"),
    "sign --key": (("sign", "model/result.json", "--key", "{file}", "--out", "made.sig"), ".pem"),
    "verify": (("verify", "{file}"), ".json"),
    "verify --signers": (("verify", "model/result.json", "--signature", "other.csv", "--signers", "{file}"), ".txt"),
    "verify --signature": (("verify", "model/result.json", "--signers", "other.csv", "--signature", "{file}"), ".sig"),
    "view": (("view", "{file}"), ".html"),
    "profile show": (("profile", "show", "{file}"), ".toml"),
    "profile check": (("profile", "check", "{file}"), ".toml"),
}
NO_FILES = {
    "cheers baseline": {"kind"},
    "cheers make-data": {"hidden"},  # what it writes to
    "challenge backup": {"out"},  # as above
    "sign": {"out"},  # as above
    "count": {"out"},  # as above
    "merge": {"out"},  # as above
    "challenge choose": {"runs"},  # ids of runs
    "metrics": {"name"},
}
WRITES = {
    "monitor start WATCH",
    "monitor sample --out",
    "feedback add",
    "stress make --out",
    "predict --out",
    "answers --out",
    "answers --sample",
    *(f"{call[0]} --{option}" for call in CHECKED for option in ("summary", "junit")),
    *(f"{call[0]} --xlsx" for call in TOLD),
    "report --pdf",
}  # a file that is new

# Arguments and files that are no tables, by command.
NO_TABLES = {
    "evaluate": {"gate_file", "answer_rules", "answer_map", "about", "summary", "junit"},  # TOML, and a map of answers
    "compare": {"answer_rules", "answer_map", "about"},
    "answers": {"answer_rules", "answer_map", "judged", "out", "sample"},
    "models": {"answer_rules", "answer_map", "about", "prices"},
    "multilabel": {"answer_rules", "answer_map"},
    "places": {"outline", "summary", "junit"},  # shapes
    "cheers validate": {"sectors"},  # a map of names to ids
    "cheers score": {"sectors"},
    "cheers baseline": {"kind", "sectors"},
    "cheers make-data": {"hidden"},  # what it writes to
    "challenge check": {"place", "run"},  # a folder or a key; a run is not read as a table
    "challenge submit": {"run"},
    **{f"challenge {name}": {"folder"} for name in ("open", "status", "board", "work", "rescore", "close", "export")},
    **{f"challenge {name}": {"folder"} for name in ("serve", "invite", "allow", "freeze", "exclude", "caps")},
    "challenge choose": {"folder", "runs"},
    "challenge verify": {"place"},
    "challenge backup": {"folder", "out"},
    "challenge restore": {"file"},
    "wildfire severity": {"observed", "model", "domain"},  # maps
    "wildfire perimeter": {"observed", "model", "before"},  # maps and shapes
    "wildfire field": {"observed", "model", "reference"},  # maps
    "wildfire case": {"file", "model"},  # TOML that names other files, and folders of them
    "train": {"feedback"},  # what `feedback add` wrote
    "predict": {"model", "out"},
    "feedback add": {"file"},  # what it writes to
    "feedback report": {"file"},
    "parity": {"summary", "junit"},  # what it writes to
    "over-time": {"summary", "junit"},  # as above
    "docs": {"site"},  # packed pages
    "monitor start": {"watch"},  # a folder that it makes
    "monitor add": {"watch", "feedback"},  # what `feedback add` wrote
    "monitor report": {"watch"},
    "monitor sample": {"watch", "out"},
    "stress make": {"own", "out"},  # TOML, and what it writes to
    "stress score": {"own", "answer_rules", "answer_map"},
    "stress run": {"own", "answer_rules", "answer_map"},
    "stress shift": {"answer_rules", "answer_map"},
    "report": {"result", "pdf"},
    "reproduce": {"result", "data"},
    "diff": {"old", "new"},
    "count": {"key", "out"},
    "show": {"counts"},
    "merge": {"counts", "signers", "out"},
    "sign": {"result", "key", "out"},
    "verify": {"result", "signers", "signature"},
    "view": {"folder"},
    "metrics": {"name"},
    "profile show": {"name"},
    "profile check": {"name"},  # TOML
}
