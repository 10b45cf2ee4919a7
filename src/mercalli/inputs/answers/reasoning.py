"""Stage 5, first half: what a model says, without its reasoning and without the marks of chat templates."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property

from mercalli.inputs.answers.tables import Templates
from mercalli.inputs.answers.wrapping import FENCE, fences

FINAL_CHANNEL = re.compile(r"<\|channel\|>\s*final\b(?:[^<]|<\|constrain\|>){0,100}<\|message\|>")
CHANNEL = "<|channel|>"
SPOKEN_CHANNELS = re.compile(r"^(?:assistant)?(?:analysis|commentary)(?=[A-Z\s])")
SPOKEN_FINAL = "assistantfinal"
TOKEN = re.compile(
    r"<\|[A-Za-z_0-9\u2581]{1,40}\|>|</?s>|<(?:bos|eos|pad|unk|start_of_turn|end_of_turn)>|</?(?:SYS|sys)>"
)


@dataclass(frozen=True)
class Speech:
    """What is left of an output.

    Attributes:
        text: What counts.
        cut: Whether reasoning never ended, and nothing stands before it.
        before: What stands before the reasoning, if something follows it too.
    """

    text: str
    cut: bool = False
    before: str = ""


@dataclass(frozen=True)
class Marks:
    """Patterns of reasoning tags and template tokens."""

    words: Templates

    @cached_property
    def _tags(self) -> re.Pattern[str]:
        names = "|".join(map(re.escape, self.words.reasoning))
        angled = rf"[<\u25c1]\|?(?P<close>/|end_of_)?(?:begin_of_)?(?:{names})\|?[>\u25b7]"
        return re.compile(rf"{angled}|\[(?P<shut>/)?think\]", re.IGNORECASE)

    @cached_property
    def _opens(self) -> re.Pattern[str]:
        return re.compile("|".join(map(re.escape, self.words.opens)), re.IGNORECASE)

    @cached_property
    def _replies(self) -> re.Pattern[str]:
        return re.compile("|".join(map(re.escape, self.words.replies)), re.IGNORECASE)

    @cached_property
    def _ends(self) -> re.Pattern[str]:
        ends = [*self.words.ends, *self.words.opens, *self.words.replies]
        return re.compile("|".join(map(re.escape, ends)), re.IGNORECASE)

    @cached_property
    def _fences(self) -> re.Pattern[str]:
        return fences(self.words.fences)

    def speech(self, text: str) -> Speech:
        """What a text says, without reasoning, templates and fences."""
        speech = Speech(text)
        if "<" in text or "[" in text or "\u25c1" in text:
            speech = self._answered(self._in_turn(text))
        if text.startswith(("analysis", "assistantanalysis", "commentary")):
            speech = _spoken_channels(speech)
        if FENCE in speech.text or "~~~" in speech.text:
            speech = replace(speech, text=self._fences.sub("\n", speech.text))
        said = speech.text.strip()
        return speech if said == speech.text else replace(speech, text=said)

    def _in_turn(self, text: str) -> Speech:
        """What the model says in the first turn that is its own, or the final message of its channels."""
        if CHANNEL in text:
            return self._final_message(text)
        turn = self._opens.search(text)
        reply = self._replies.search(text)
        before = TOKEN.sub("", text[: turn.start()]).strip() if turn else ""
        if before and not (reply and turn and reply.start() < turn.start()):
            text = text[: turn.start()] if turn else text
        elif reply:
            text = text[reply.end() :]
        return Speech(self._to_end(text))

    def _final_message(self, text: str) -> Speech:
        finals = list(FINAL_CHANNEL.finditer(text))
        if not finals:
            before = TOKEN.sub("", text[: text.index(CHANNEL)]).strip()
            return Speech("", cut=True) if before in {"", "assistant"} else Speech(before)
        return Speech(self._to_end(text[finals[-1].end() :]))

    def _to_end(self, text: str) -> str:
        """The text up to the first mark that ends a turn after something was said, without tokens."""
        start = 0
        for end in self._ends.finditer(text):
            said = TOKEN.sub("", text[start : end.start()]).strip()
            if said:
                return said
            start = end.end()
        return TOKEN.sub("", text[start:]).strip()

    def _answered(self, speech: Speech) -> Speech:
        """What follows the reasoning; or stands before it, if nothing follows."""
        tags = list(self._tags.finditer(speech.text))
        if not tags or speech.cut:
            return speech
        closing = [tag for tag in tags if _closes(tag)]
        opening = next((tag for tag in tags if not _closes(tag)), None)
        after = speech.text[closing[-1].end() :] if closing else speech.text
        reopened = self._tags.search(after)
        after = after[: reopened.start()].strip() if reopened else after.strip()
        before = speech.text[: opening.start()].strip() if opening else ""
        if after:
            return Speech(after, before="" if before == after else before)
        return Speech(before, cut=not before and reopened is not None)


def _closes(tag: re.Match[str]) -> bool:
    return bool(tag["close"] or tag["shut"])


def _spoken_channels(speech: Speech) -> Speech:
    """Channels whose tokens were left out when the output was written down."""
    if SPOKEN_CHANNELS.match(speech.text) and SPOKEN_FINAL in speech.text:
        return Speech(speech.text.rpartition(SPOKEN_FINAL)[2].strip())
    return speech
