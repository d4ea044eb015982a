"""What the API takes and answers, for annotations: `from flowlix.types import Payment`."""

from __future__ import annotations

from typing import TypedDict

from . import _openapi
from ._openapi import *  # noqa: F403

__all__ = ["CallOptions", "CreateOptions", "WaitOptions"]
__all__ += _openapi.__all__


class CallOptions(TypedDict, total=False):
    timeout: float
    """Of one request, in seconds."""
    deadline: float
    """Of the call with its repeats, in seconds: no request begins after it. 0 for one request alone."""


class CreateOptions(CallOptions, total=False):
    idempotency_key: str
    """Your own, stored before the call; else one is made, and every repeat of the call carries it."""


class WaitOptions(CallOptions, total=False):
    for_seconds: float
    """How long to go on reading; 30 seconds."""
    every_seconds: float
    """Between two reads; one second."""
