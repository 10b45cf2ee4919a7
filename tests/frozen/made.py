"""Small made-up data of every kind, the same in every run; all numbers are rounded, so that any machine makes them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np

CLASSES = (
    "injured_or_dead_people",
    "requests_or_urgent_needs",
    "infrastructure_and_utility_damage",
    "sympathy_and_support",
    "not_humanitarian",
)
WORDS = {
    "fire": ("smoke", "flames", "burning", "blaze", "ashes", "embers"),
    "flood": ("water", "river", "rising", "boats", "submerged", "levee"),
    "quake": ("shaking", "rubble", "aftershock", "tremor", "collapsed", "fault"),
}
COMMON = ("people", "city", "today", "near", "news", "street", "help", "night", "photo", "live", "still")
TYPES = ("Report-News", "Request-SearchAndRescue", "Request-GoodsServices", "Other-Sentiment")
DAMAGE = ("No Damage", "Affected (1-9%)", "Minor (10-25%)", "Major (26-50%)", "Destroyed (>50%)", "Inaccessible")
MIDDLE = (-2_000_000, 2_000_000)  # of a fire, in EPSG:5070


def picked(rng, names, n, shares=None):
    """Names at random, as objects."""
    return np.array(names, object)[rng.choice(len(names), n, p=shares)]


def messages(n=240, seed=1):
    """Disaster messages with the classes that three systems gave them."""
    rng = np.random.default_rng(seed)
    truth = rng.choice(5, n, p=[0.1, 0.15, 0.2, 0.25, 0.3])
    right = {"good": 0.85, "fair": 0.75, "poor": 0.5}
    systems = {name: np.where(rng.random(n) < share, truth, rng.integers(0, 5, n)) for name, share in right.items()}
    return {
        "id": np.arange(n),
        **{name: np.array(CLASSES, object)[codes] for name, codes in {"truth": truth, **systems}.items()},
        "event": picked(rng, ("fire", "flood", "quake"), n),
        "lang": picked(rng, ("en", "es"), n),
        "document": np.arange(n) // 6,
        "weight": rng.integers(1, 5, n) / 2,
    }


def scored(n=240, seed=2):
    """Two scores of yes or no, the second a worse one."""
    rng = np.random.default_rng(seed)
    urgent = (rng.random(n) < 0.3).astype(int)
    return {
        "urgent": urgent,
        "score": np.clip(0.35 + 0.25 * urgent + 0.2 * rng.normal(size=n), 0, 1).round(2),
        "other": np.clip(0.4 + 0.1 * urgent + 0.2 * rng.normal(size=n), 0, 1).round(2),
        "place": picked(rng, ("north", "south"), n),
        "query": np.arange(n) // 20,
        "weight": rng.integers(1, 5, n) / 2,
    }


def class_scores(n=200, seed=3):
    """A score for each of three classes."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 3, n)
    chances = rng.dirichlet((1.0, 1.0, 1.0), n) * 0.5 + 0.5 * np.eye(3)[truth] * rng.random((n, 1))
    columns = {f"p_{name}": chances[:, at].round(3) for at, name in enumerate(WORDS)}
    return {"truth": np.array(list(WORDS), object)[truth], **columns}


def stream(n=180, seed=4):
    """Items that came one after the other, with priorities and types."""
    rng = np.random.default_rng(seed)
    grade = rng.choice(4, n, p=[0.4, 0.3, 0.2, 0.1])
    return {
        "priority": np.array(["Low", "Medium", "High", "Critical"], object)[grade],
        "score": np.clip(grade / 4 + 0.25 * rng.normal(size=n), 0, 1).round(3),
        "other": rng.random(n).round(3),
        "event": picked(rng, ("fire", "flood", "quake"), n),
        "time": rng.permutation(n),
        "types": picked(rng, TYPES, n),
        "said": picked(rng, TYPES, n),
    }


def trial(n=300, seed=5):
    """People of whom some were treated."""
    rng = np.random.default_rng(seed)
    score, treated = rng.random(n).round(2), np.arange(n) % 2
    return {
        "outcome": (rng.random(n) < 0.2 + 0.4 * treated * score).astype(int),
        "treated": treated,
        "score": score,
        "chance": rng.random(n).round(2),
        "gain": (50 + 10 * treated * score + 5 * rng.normal(size=n)).round(1),
        "place": picked(rng, ("north", "south"), n),
        "household": np.arange(n) // 3,
        "weight": rng.integers(1, 5, n) / 2,
        "propensity": rng.integers(3, 8, n) / 10,
    }


def followed(n=160, seed=6):
    """People who were followed until one of two things happened, with risks and with chances by two times."""
    rng = np.random.default_rng(seed)
    risk = rng.normal(size=n).round(2)
    cif = (1 - np.exp(-np.outer(np.exp(risk), [0.4, 0.8]))).round(3)
    return {
        "days": np.clip(12 * rng.exponential(np.exp(-risk)), 1, 40).round(),
        "event": rng.choice(3, n, p=[0.3, 0.5, 0.2]),
        "risk": risk,
        "other": (risk + 2 * rng.normal(size=n)).round(1),
        "later": (-risk).round(1),
        "cif_6": cif[:, 0],
        "cif_12": cif[:, 1],
        "alive_6": (1 - cif[:, 0]).round(3),
        "alive_12": (1 - cif[:, 1]).round(3),
        "place": picked(rng, ("north", "south"), n),
        "clinic": np.arange(n) // 4,
        "weight": rng.integers(1, 5, n) / 2,
    }


def tagged(n=150, seed=7):
    """Items with any number of labels, as text; two systems."""
    rng = np.random.default_rng(seed)
    truth = rng.random((n, 3)) < (0.5, 0.3, 0.15)
    wrong = {"good": 0.1, "poor": 0.35}
    sides = {"truth": truth, **{name: truth ^ (rng.random((n, 3)) < share) for name, share in wrong.items()}}
    written = {name: [";".join(np.array(list(WORDS))[row]) for row in flags] for name, flags in sides.items()}
    flags = {f"{side}_{name}": sides[side][:, at].astype(int) for side in sides for at, name in enumerate(WORDS)}
    return {**written, "lang": picked(rng, ("en", "es"), n), "document": np.arange(n) // 5, **flags}


def texts(n=60, seed=8, noise=0.1):
    """Texts with words of their label, some of them under another one."""
    rng = np.random.default_rng(seed)
    label = [name for name in WORDS for _ in range(n)]
    text = [
        " ".join([*rng.choice(WORDS[name], 2), *rng.choice(COMMON, 5), f"x{rng.integers(10**6)}"]) for name in label
    ]
    told = np.where(rng.random(len(label)) < noise, rng.choice(list(WORDS), len(label)), label)
    return {"label": told, "text": text, "event": rng.choice(["north", "south", "west"], len(label))}


def several_labels(n=160, seed=9, shares=(0.5, 0.4, 0.3)):
    """Texts with words of any number of labels."""
    rng = np.random.default_rng(seed)
    flags = rng.random((n, 3)) < shares
    names = [[name for name, on in zip(WORDS, row, strict=True) if on] for row in flags]
    text = [" ".join([*rng.choice(COMMON, 5), *(rng.choice(WORDS[name]) for name in held)]) for held in names]
    return {"label": ["|".join(held) for held in names], "text": text}


def severity(seed=10, shape=(40, 60), codes=(1, 2, 3, 4)):
    """Codes of burn severity in patches."""
    rng = np.random.default_rng(seed)
    coarse = rng.choice(np.array(codes, np.uint8), (shape[0] // 4, shape[1] // 4))
    return np.kron(coarse, np.ones((4, 4), np.uint8))


def wrong(values, share=0.2, seed=11):
    """The same map with some cells changed."""
    rng = np.random.default_rng(seed)
    places = rng.random(values.shape) < share
    return np.where(places, rng.integers(1, 5, values.shape), values).astype(values.dtype)


def arrival(seed=12, shape=(30, 40)):
    """Hours at which a fire came, and NaN where it never did."""
    rng = np.random.default_rng(seed)
    hours = np.add.outer(np.arange(shape[0]), np.arange(shape[1])) + rng.integers(-3, 4, shape)
    return np.where(hours < 50, hours, np.nan).astype(float)


def inspections(n=150, seed=13):
    """Structures with damage and places."""
    rng = np.random.default_rng(seed)
    return {
        "id": rng.permutation(n) + 1000,
        "damage": picked(rng, DAMAGE, n, [0.4, 0.1, 0.1, 0.05, 0.3, 0.05]),
        "latitude": (38 + rng.random(n) / 50).round(6),
        "longitude": (-120 + rng.random(n) / 50).round(6),
        "incident": picked(rng, ("east", "west", "hill", "dale"), n),
    }


def forecast(seen, seed=14):
    """What a model said of such structures, in another order, some a few metres off."""
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(seen["id"]))[5:]
    lost = np.array([str(each).startswith("Destroyed") for each in seen["damage"][order]])
    chance = np.clip(0.3 + 0.4 * lost + 0.2 * rng.normal(size=len(order)), 0, 1).round(2)
    places = {name: (seen[name][order] + 0.00005).round(6) for name in ("latitude", "longitude")}
    return {"id": seen["id"][order], "pred": (chance > 0.5).astype(int), "chance": chance, **places}


def growth(shift=0.0, steps=4):
    """Outlines of a fire that grows, as GeoJSON features in EPSG:5070 with a column `day`."""
    angle = np.linspace(0, 2 * np.pi, 40)
    features = []
    for day in range(1, steps + 1):
        radius = 800.0 * day + 150 * np.sin(3 * angle + shift)
        ring = np.stack([radius * np.cos(angle) + 200 * shift, radius * np.sin(angle)], axis=-1) + MIDDLE
        ring[-1] = ring[0]
        shape = {"type": "Polygon", "coordinates": [ring.round(1).tolist()]}
        features.append({"type": "Feature", "properties": {"day": f"2026-08-0{day}"}, "geometry": shape})
    crs = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::5070"}}
    return {"type": "FeatureCollection", "crs": crs, "features": features}


GOLD = [
    (doc, sentence, relevant, sectors)
    for doc in range(8)
    for sentence, (relevant, sectors) in enumerate(
        [(0, []), (1, [doc % 11]), (1, [(doc + 3) % 11, 2]), (1, []), (0, [])][: 3 + doc % 3]
    )
]


def challenge(folder):
    """Gold file and two runs of the sentence challenge."""
    rng = np.random.default_rng(15)
    table(
        folder / "gold.csv",
        {
            "doc_id": [each[0] for each in GOLD],
            "sentence_id": [each[1] for each in GOLD],
            "sentence_text": [f"sentence {each[1]}, of {each[0]}" for each in GOLD],
            "is_relevant": [each[2] for each in GOLD],
            "sector_ids": [json.dumps(each[3]) for each in GOLD],
            "country": [("FR", "SD")[each[0] % 2] for each in GOLD],
        },
    )
    for name, share in (("good", 0.9), ("poor", 0.5)):
        said = [_said(rng, share, relevant, sectors) for *_, relevant, sectors in GOLD]
        columns = {"doc_id": [each[0] for each in GOLD], "sentence_id": [each[1] for each in GOLD]}
        table(
            folder / f"{name}.csv",
            {**columns, "is_relevant": [each[0] for each in said], "sector_id": [each[1] for each in said]},
        )


def _said(rng, share, relevant, sectors):
    told = relevant if rng.random() < share else 1 - relevant
    if not told:
        return 0, -1
    return 1, sectors[0] if sectors and rng.random() < share else int(rng.integers(0, 11))


def table(path, columns):
    """A CSV file."""
    with Path(path).open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*(np.asarray(each, object).tolist() for each in columns.values()), strict=True))


def tiff(path, values):
    """A GeoTIFF of one band, 30 m cells."""
    import rasterio  # noqa: PLC0415 - only where a map is written
    from rasterio.transform import from_origin  # noqa: PLC0415 - as above

    about = {"driver": "GTiff", "count": 1, "crs": "EPSG:32611", "transform": from_origin(500_000, 4_300_000, 30, 30)}
    rows, columns = values.shape
    with rasterio.open(path, "w", height=rows, width=columns, dtype=values.dtype, **about) as made:
        made.write(values, 1)
