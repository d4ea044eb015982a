"""A platform that answers by a script, whose last step repeats, and a clock that only pauses and silence move."""

from __future__ import annotations

import asyncio
import dataclasses
import json
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Union

import httpx
import pytest

import flowlix
from flowlix import _transport

KEY = "api_test_sk_" + "k" * 32
URL = "http://127.0.0.1:9"
BEGAN = 1_789_300_000.0


class Sent(NamedTuple):
    method: str
    path: str
    headers: Dict[str, str]
    body: bytes


Step = Union[str, Dict[str, Any]]
"""An answer with `status`, `code`, `headers` and `body`; or `broken`, `refused`, `silent`."""


class Scripted:
    def __init__(self, kind: str, steps: Sequence[Step], monkeypatch: pytest.MonkeyPatch) -> None:
        self.kind = kind
        self.steps = steps
        self.sent: List[Sent] = []
        self.pauses: List[float] = []
        self.now = BEGAN
        monkeypatch.setattr(_transport.time, "sleep", self._pause)
        monkeypatch.setattr(_transport.asyncio, "sleep", self._pause_awaited)

    @property
    def keys(self) -> List[Optional[str]]:
        return [one.headers.get("idempotency-key") for one in self.sent]

    def call(self, do: Callable[[Any], Any], **settings: Any) -> Any:
        """What `do` gets of a client; of the awaited one once it has come, iterators as lists."""
        transport = httpx.MockTransport(self._answer)
        if self.kind == "waiting":
            client = flowlix.Flowlix(KEY, URL, http_client=httpx.Client(transport=transport), **settings)
            self._set_clock(client)
            got = do(client)
            return list(got) if hasattr(got, "__next__") else got
        return asyncio.run(self._awaited(do, transport, settings))

    def failure(self, do: Callable[[Any], Any], **settings: Any) -> Any:
        with pytest.raises(flowlix.FlowlixError) as raised:
            self.call(do, **settings)
        return raised.value

    async def _awaited(self, do: Callable[[Any], Any], transport: httpx.MockTransport, settings: Any) -> Any:
        http = httpx.AsyncClient(transport=transport)
        async with flowlix.AsyncFlowlix(KEY, URL, http_client=http, **settings) as client:
            self._set_clock(client)
            got = do(client)
            return [one async for one in got] if hasattr(got, "__anext__") else await got

    def _set_clock(self, client: Any) -> None:
        caller = client._caller
        caller._settings = dataclasses.replace(caller._settings, now=lambda: self.now)

    def _pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds

    async def _pause_awaited(self, seconds: float) -> None:
        self._pause(seconds)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        path = request.url.raw_path.decode()
        self.sent.append(Sent(request.method, path, dict(request.headers), request.content))
        step = self.steps[min(len(self.sent), len(self.steps)) - 1]
        if isinstance(step, str):
            self.now += {"silent": request.extensions["timeout"]["read"]}.get(step, 0)
            raise {"broken": httpx.ReadError, "refused": httpx.ConnectError, "silent": httpx.ReadTimeout}[
                step
            ]("what httpx says", request=request)
        body = step.get("body", {})
        if "code" in step:
            body = {
                "error": {"code": step["code"], "message": f"about {step['code']}", "request_id": "req_1"}
            }
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        return httpx.Response(step["status"], headers=step.get("headers"), content=content)


@pytest.fixture(params=["waiting", "awaited"])
def scripted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Scripted]:
    """`scripted(step, …)` for each of both clients."""
    return lambda *steps: Scripted(request.param, steps, monkeypatch)
