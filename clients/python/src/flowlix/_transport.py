"""Does the steps of a call with httpx: at once, or awaited."""

from __future__ import annotations

import asyncio
import errno
import time
from typing import Any, Dict, Optional, TypeVar

import httpx

from ._steps import Answer, NoAnswer, Outcome, Pause, Send, Steps

T = TypeVar("T")

_CONNECT = 10.0
"""Seconds to reach a server; the rest of the time-out is for its answer."""


def run(http: httpx.Client, steps: Steps[T]) -> T:
    outcome: Outcome = None
    while True:
        try:
            step = steps.send(outcome)
        except StopIteration as ended:
            return ended.value  # type: ignore[no-any-return]
        if isinstance(step, Pause):
            time.sleep(step.seconds)
            outcome = None
        else:
            outcome = _send(http, step)


async def run_async(http: httpx.AsyncClient, steps: Steps[T]) -> T:
    outcome: Outcome = None
    while True:
        try:
            step = steps.send(outcome)
        except StopIteration as ended:
            return ended.value  # type: ignore[no-any-return]
        if isinstance(step, Pause):
            await asyncio.sleep(step.seconds)
            outcome = None
        else:
            outcome = await _send_async(http, step)


def _send(http: httpx.Client, step: Send) -> Outcome:
    collected = _Collected(step)
    try:
        response = http.send(http.build_request(**_request(step)), stream=True, **_SENDING)
        try:
            for chunk in response.iter_bytes():
                if collected.is_late(chunk):
                    return _LATE
        finally:
            response.close()
    except httpx.RequestError as error:
        return _no_answer(error)
    return collected.answer(response)


async def _send_async(http: httpx.AsyncClient, step: Send) -> Outcome:
    collected = _Collected(step)
    try:
        response = await http.send(http.build_request(**_request(step)), stream=True, **_SENDING)
        try:
            async for chunk in response.aiter_bytes():
                if collected.is_late(chunk):
                    return _LATE
        finally:
            await response.aclose()
    except httpx.RequestError as error:
        return _no_answer(error)
    return collected.answer(response)


# Card data and the API key go to this host and to no other, and no other login goes with them.
_SENDING: Dict[str, Any] = {"follow_redirects": False, "auth": None}

_LATE = NoAnswer("timed_out", "it took too long", sent=True)


class _Collected:
    """An answer's body while it comes: httpx limits each wait, and this their sum."""

    def __init__(self, step: Send) -> None:
        self._ends = time.monotonic() + step.timeout
        self._body = bytearray()

    def is_late(self, chunk: bytes) -> bool:
        self._body += chunk
        return time.monotonic() > self._ends

    def answer(self, response: httpx.Response) -> Answer:
        return Answer(response.status_code, response.headers, bytes(self._body))


def _request(step: Send) -> Dict[str, Any]:
    return {
        "method": step.method,
        "url": step.url,
        "headers": step.headers,
        "content": step.body,
        "timeout": httpx.Timeout(step.timeout, connect=min(_CONNECT, step.timeout)),
    }


def _no_answer(error: httpx.RequestError) -> NoAnswer:
    """Keeps nothing that httpx says but what kind of failure it is: its errors hold the request."""
    if isinstance(error, httpx.PoolTimeout):
        return NoAnswer("timed_out", "all connections are in use", sent=False)
    if isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout)):
        return NoAnswer("connection_failed", _errno_of(error) or type(error).__name__, sent=False)
    if isinstance(error, httpx.TimeoutException):
        return NoAnswer("timed_out", "it took too long", sent=True)
    if isinstance(error, httpx.DecodingError):
        return NoAnswer("answer_unreadable", "its encoding is broken", sent=True)
    return NoAnswer("connection_failed", _errno_of(error) or type(error).__name__, sent=True)


def _errno_of(error: BaseException) -> Optional[str]:
    cause: Optional[BaseException] = error
    while cause is not None:
        if isinstance(cause, OSError) and cause.errno is not None and cause.errno in errno.errorcode:
            return errno.errorcode[cause.errno]
        cause = cause.__cause__ or cause.__context__
    return None
