"""The names that columns usually have, by what they hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

TRUTH = (
    "truth",
    "y_true",
    "gold",
    "gold_label",
    "true_label",
    "label",
    "class_label",
    "target",
    "actual",
    "annotation",
)
PRED = ("pred", "y_pred", "predicted_label", "prediction", "predicted", "pred_label", "model_label", "output")
KEY = ("id", "item_id", "message_id", "msg_id", "tweet_id", "doc_id", "uid", "index", "row_id", "key")
TEXT = ("text", "message", "tweet_text", "tweet", "sentence", "sentence_text", "content", "body")
LABEL = (*TRUTH, "labels", "class", "category")
RISK = ("risk", "risk_score")
RISK_STARTS = ("risk_",)
SCORE = ("score", "y_score", "prob", "y_prob", "proba", "y_proba", "probability", *RISK)
SCORE_STARTS = ("score_", "y_score_", "prob_", "y_prob_", "proba_", "y_proba_", "probability_")
CONFIDENCE = (
    *("confidence", "pred_confidence", "prediction_confidence", "confidence_score", "conf", "certainty"),
    *("pred_prob", "pred_proba", "pred_probability", "max_prob", "max_proba", "max_probability"),
)
PROBABILITY = ("probability", "prob", "proba", "y_prob", "y_proba", "score", "y_score", "pred_score")
PROBABILITY_STARTS = ("prob_", "proba_", "probability_", "y_prob_", "y_proba_", "p_")
PRIORITY = ("priority", "gold_priority", "true_priority", *TRUTH)
INCIDENT = ("event", "event_id", "incident", "topic")
FINISH = ("finish_reason", "stop_reason")
EVENT = (*INCIDENT, "event_name", "crisis", "disaster")
OUTCOME = ("outcome", "y", "response", "responded", "converted", "conversion", "target", "y_true", "label")
TREATMENT = ("treatment", "treated", "treat", "w", "treatment_group", "is_treated", "treatment_flg", "exposed")
UPLIFT = ("score", "uplift", "uplift_score", "pred_uplift", "cate", "ite", "tau", "y_score", "pred")
TIME = ("time", "duration", "survival_time", "followup", "follow_up", "futime", "time_to_event")
ARRIVAL = ("timestamp_utc", "timestamp", "created_at", "datetime", "date_time", "ts", "time", "date")
STATUS = ("event", "status", "event_observed", "event_type", "event_code")
DAMAGE = ("damage_observed", "damage", "*_damage", "building_damage", "damage_level", "y_true", "truth")
DAMAGE_PRED = ("damage_predicted", "pred", "y_pred", "prediction", "predicted", "damage", "*_damage", "building_damage")
LATITUDE = ("latitude", "lat", "position_lat", "y")
LONGITUDE = ("longitude", "lon", "long", "lng", "position_lon", "x")
INPUT_TOKENS = ("input_tokens", "prompt_tokens", "tokens_in", "n_input_tokens")
OUTPUT_TOKENS = ("output_tokens", "completion_tokens", "tokens_out", "n_output_tokens")
CACHED_TOKENS = ("cached_tokens", "cached_input_tokens", "cache_read_input_tokens")
REASONING_TOKENS = ("reasoning_tokens", "thinking_tokens")
CURRENCIES = ("usd", "eur", "gbp", "chf", "cad", "aud", "jpy", "inr", "cny", "brl")
COST = ("cost", "total_cost", *(f"{start}_{each}" for start in ("cost", "total_cost") for each in CURRENCIES))
LATENCY_UNITS = {"ms": 0.001, "s": 1.0}  # in seconds
LATENCY_UNIT_NAMES = {"ms": "ms", "milliseconds": "ms", "s": "s", "sec": "s", "seconds": "s"}
LATENCY = (
    *(f"{start}_{unit}" for start in ("latency", "duration") for unit in LATENCY_UNIT_NAMES),
    *("latency", "duration"),
)
ATTEMPTS = ("attempts", "n_attempts")
FINISH_REASON = ("finish_reason", "stop_reason")
MODEL = ("model", "model_name", "model_id")
CACHED = ("cached", "cache_hit", "from_cache")


def usual_names(names: Sequence[str], columns: Iterable[str]) -> list[str]:
    """The columns that have one of some names, most usual first; neither case nor the sign between words counts.

    >>> usual_names(TEXT, ["Tweet ID", "Tweet Text"])
    ['Tweet Text']
    """
    plain = {plain_name(column): column for column in columns}
    return [plain[name] for name in names if name in plain]


def usual_column(names: Sequence[str], columns: Iterable[str]) -> str | None:
    """The column with the most usual name, if one has any."""
    return next(iter(usual_names(names, columns)), None)


def plain_name(column: str) -> str:
    """A column's name as it is compared.

    >>> plain_name(" Tweet-ID")
    'tweet_id'
    """
    return column.casefold().strip().replace(" ", "_").replace("-", "_")
