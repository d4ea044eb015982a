"""
What a call does, without doing it: a generator that says what to send and how long to pause, and is told what came.
The client that waits and the one that is awaited both go by it, so that each rule stands once.
"""

from __future__ import annotations

import json
import re
import uuid
from dataclasses import dataclass, field
from typing import Any, Callable, Generator, Mapping, Optional, TypeVar, Union

from ._answered_error import answered_error
from ._call import Call
from ._errors import ApiError, CallError, NoAnswerCode, NoAnswerError
from ._retry import may_repeat, wait_seconds
from ._settings import Settings

T = TypeVar("T")

UNREACHED = 10.0
"""Seconds after which it is given up where nobody can be reached: more often a wrong address than a restart."""

_KEY = re.compile(r"[\x20-\x7e]{1,255}")
"""Visible ASCII characters and spaces (docs/design/decisions.md#idempotency-key)."""

_RESTS = ("SUCCEEDED", "FAILED", "EXPIRED", "REQUIRES_ACTION")
"""A status that is none of these, one of a later release too, changes by itself."""


@dataclass(frozen=True)
class Options:
    timeout: Optional[float] = None
    deadline: Optional[float] = None
    on_repeat: Optional[Callable[[CallError], None]] = None
    idempotency_key: Optional[str] = None


@dataclass(frozen=True)
class Send:
    """One request."""

    method: str
    url: str
    headers: Mapping[str, str] = field(repr=False)
    body: Optional[bytes] = field(repr=False)
    timeout: float


@dataclass(frozen=True)
class Pause:
    seconds: float


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    """Their names in lower case."""
    body: bytes = field(repr=False)


@dataclass(frozen=True)
class NoAnswer:
    code: NoAnswerCode
    reason: str
    """Of the connection, without a word of the request."""
    sent: bool
    """False where the request never left."""


Outcome = Union[Answer, NoAnswer, None]
"""Of a Send; None of a Pause."""
Steps = Generator[Union[Send, Pause], Outcome, T]


def steps_of(settings: Settings, call: Call[T], options: Options) -> Steps[T]:
    """Sends a call until it has an answer that stands, its deadline is over, or nothing may be repeated."""
    key = _key_of(call, options.idempotency_key)
    start = settings.now()
    until = start + (settings.deadline if options.deadline is None else options.deadline)
    timeout = settings.timeout if options.timeout is None else options.timeout
    tries = 0
    unknown = reached = False
    while True:
        tries += 1
        left = until - settings.now()
        # A call without repeats has its whole time-out.
        outcome = yield _request(settings, call, key, min(timeout, left) if left > 0 else timeout)
        result = _result_of(settings, call, outcome)
        if not isinstance(result, CallError):
            return result  # type: ignore[no-any-return]
        result.idempotency_key = key
        result.tries = tries
        reached = reached or isinstance(result, ApiError) or result.outcome_unknown
        unknown = unknown or result.outcome_unknown
        result.outcome_unknown = unknown and call.method != "GET"
        status = result.status if isinstance(result, ApiError) else None
        pause = wait_seconds(tries, result.retry_after if isinstance(result, ApiError) else None)
        last = until if reached else min(until, start + UNREACHED)
        if not may_repeat(status, result.code, call.repeatable) or settings.now() + pause >= last:
            raise result
        if options.on_repeat is not None:
            options.on_repeat(result)
        yield Pause(pause)


def until_ended(
    settings: Settings, call: Call[T], for_seconds: float = 30.0, every_seconds: float = 1.0, **options: Any
) -> Steps[T]:
    """Reads an object until its status is one that does not change by itself, or the time is over."""
    until = settings.now() + for_seconds
    while True:
        item: Any = yield from steps_of(settings, call, Options(**options))
        if item["status"] in _RESTS or settings.now() + every_seconds > until:
            return item  # type: ignore[no-any-return]
        yield Pause(every_seconds)


def _request(settings: Settings, call: Call[T], key: Optional[str], timeout: float) -> Send:
    headers = {
        "accept": "application/json",
        "authorization": f"Bearer {settings.key}",
        "user-agent": settings.user_agent,
    }
    if call.body is not None:
        headers["content-type"] = "application/json"
    if key is not None:
        headers["idempotency-key"] = key
    return Send(call.method, f"{settings.url}{call.path}", headers, call.body, timeout)


def _result_of(settings: Settings, call: Call[T], outcome: Outcome) -> Any:
    """What the answer says, or the error that it is."""
    if isinstance(outcome, Answer):
        if not 200 <= outcome.status < 300 and outcome.status != call.also_answers:
            return answered_error(outcome.status, outcome.headers, outcome.body, settings.now())
        try:
            return json.loads(outcome.body)
        except ValueError:
            message = "The answer is not JSON: is something else at this address?"
            return NoAnswerError("answer_unreadable", message, True)
    assert outcome is not None
    return NoAnswerError(outcome.code, f"No answer of {settings.url}: {outcome.reason}.", outcome.sent)


def _key_of(call: Call[T], given: Optional[str]) -> Optional[str]:
    if call.repeatable != "keyed":
        if given is not None:
            raise TypeError("Only what creates a Payment, Refund or Payout has an idempotency key.")
        return None
    if given is None:
        return str(uuid.uuid4())
    if not isinstance(given, str) or not _KEY.fullmatch(given) or given.strip() == "":
        raise ValueError("idempotency_key must have 1 to 255 visible ASCII characters or spaces.")
    return given.strip()  # As HTTP reads a header's value.
