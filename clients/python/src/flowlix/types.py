"""What the API takes and answers, for annotations: `from flowlix.types import Payment`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, TypedDict

from . import _openapi
from ._openapi import *  # noqa: F403

if TYPE_CHECKING:
    from ._errors import CallError

__all__ = ["CallOptions", "CreateOptions", "WaitOptions"]
__all__ += _openapi.__all__


class CallOptions(TypedDict, total=False):
    timeout: float
    """Of one request, in seconds."""
    deadline: float
    """Of the call with its repeats, in seconds: no request begins after it. 0 for one request alone."""
    on_repeat: Callable[[CallError], None]
    """Told before each wait what the request came to that is repeated after it."""


class CreateOptions(CallOptions, total=False):
    idempotency_key: str
    """Your own, stored before the call; else one is made, and every repeat of the call carries it."""


class WaitOptions(CallOptions, total=False):
    for_seconds: float
    """How long to go on reading; 30 seconds."""
    every_seconds: float
    """Between two reads; one second."""
