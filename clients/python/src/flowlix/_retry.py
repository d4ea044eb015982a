from __future__ import annotations

import random
import re
from email.utils import parsedate_to_datetime
from typing import Literal, Optional

Repeatable = Literal["keyed", "safe", "once"]
"""
`keyed`: a create, whose idempotency key lets it be repeated. `safe`: repeating changes nothing more.
`once`: it would be done again, so it is repeated only where it certainly was not done.
"""

_CONFLICTS_THAT_PASS = ("idempotency_key_in_use", "object_state_conflict")
_TOO_MANY = 429
_CONFLICT = 409
_FIRST_WAIT = 0.5
_LONGEST_WAIT = 8.0


def may_repeat(status: Optional[int], code: Optional[str], repeatable: Repeatable) -> bool:
    """
    Whether the same request may be sent again, a create with the same key (docs/site/idempotency.md#what-to-do-with-an-answer,
    docs/design/specification.md#error-codes). Without a status there was no answer.
    """
    if status == _TOO_MANY:  # The quota stands before everything but the key: nothing was done.
        return True
    if repeatable == "once":
        return False
    if status is None or status >= 500:
        return True
    return status == _CONFLICT and code in _CONFLICTS_THAT_PASS


def leaves_unknown(status: Optional[int], code: Optional[str]) -> bool:
    """Whether an object may exist although there is no answer that shows it."""
    return status != _TOO_MANY and may_repeat(status, code, "safe")


def wait_seconds(tries: int, retry_after: Optional[float]) -> float:
    """
    How long to wait after so many tries: twice as long each time, the upper half at random so that clients that failed
    together do not come back together. Never shorter than `Retry-After`.
    """
    full = min(_LONGEST_WAIT, _FIRST_WAIT * 2.0 ** min(tries - 1, 10))
    jittered = full * (0.5 + random.random() / 2)
    return jittered if retry_after is None else retry_after + jittered / 2


def retry_after_seconds(header: Optional[str], now: float) -> Optional[float]:
    """`Retry-After` in seconds or as a date; None where there is none that can be read."""
    if header is None:
        return None
    if re.fullmatch(r"[0-9]{1,9}", header):
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - now)
    except (TypeError, ValueError):
        return None
