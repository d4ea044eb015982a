from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Iterable, Mapping, Optional, Protocol, Sequence, Tuple, Union, cast

from ._errors import WebhookError
from .types import Event

TOLERANCE = 300.0
_PREFIX = "whsec_"

HeaderPairs = Iterable[Tuple[Union[str, bytes], Union[str, bytes]]]


class HeaderItems(Protocol):
    def items(self) -> Iterable[Tuple[str, Any]]: ...


Headers = Union[HeaderItems, HeaderPairs]
"""Of any framework, names in any case: what has `items()`, or pairs as ASGI has them."""


def verify_webhook(
    body: Union[bytes, bytearray, memoryview, str],
    headers: Headers,
    secret: Union[str, Sequence[str]],
    *,
    tolerance: float = TOLERANCE,
) -> Event:
    """
    The event of a genuine delivery (docs/site/webhooks.md#verify); raises a WebhookError for any other one. The same event
    can come twice: `id` tells.

    body: the bytes as they came; JSON that was parsed and written again has another signature.
    secret: `whsec_…`; several while you replace one, each is good.
    tolerance: seconds that a delivery may be old or ahead, 300 as docs/site/webhooks.md#verify advises.
    """
    if isinstance(body, str):
        body = body.encode()
    if not isinstance(body, (bytes, bytearray, memoryview)):
        raise TypeError("body must be the bytes or the text of the request as they came, not parsed JSON.")
    keys = [_key_of(one) for one in ([secret] if isinstance(secret, str) else secret)]
    if not keys:
        raise ValueError("secret is missing.")
    given = _named(headers)
    id, timestamp, signatures = (given.get(f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if id is None or timestamp is None or signatures is None:
        raise WebhookError(
            "webhook_headers_missing", "A webhook-… header is missing: not a delivery of ours."
        )
    if not _is_now(timestamp, tolerance):
        raise WebhookError("webhook_timestamp_refused", "The delivery is too old, or a clock is wrong.")
    signed = b".".join([_bytes(id), timestamp.encode(), bytes(body)])
    if not _is_signed(signed, signatures, keys):
        raise WebhookError(
            "webhook_signature_wrong",
            "No signature is right: another secret, or a body that is not the bytes as they came.",
        )
    return _event_of(bytes(body))


def _is_now(timestamp: str, tolerance: float) -> bool:
    return (
        re.fullmatch(r"[0-9]{1,12}", timestamp) is not None and abs(time.time() - int(timestamp)) <= tolerance
    )


def _is_signed(signed: bytes, given: str, keys: Sequence[bytes]) -> bool:
    signatures = [_bytes(one[3:]) for one in given.split(" ") if one.startswith("v1,")]
    expected = [base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()) for key in keys]
    # Every pair is compared, each in constant time.
    return any([hmac.compare_digest(right, one) for right in expected for one in signatures])


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret[len(_PREFIX) :], validate=True) if secret.startswith(_PREFIX) else b""
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        raise ValueError("secret must be the endpoint's secret, which begins with whsec_.")
    return key


def _named(headers: Headers) -> Mapping[str, str]:
    items = getattr(headers, "items", None)
    pairs: Any = headers if items is None else items()
    return {_text(name).lower(): _text(value) for name, value in pairs}


def _text(value: Union[str, bytes]) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else value


def _bytes(value: str) -> bytes:
    """Frameworks that read headers as UTF-8 keep other bytes as surrogates, which anybody can send."""
    return value.encode(errors="surrogateescape")


def _event_of(body: bytes) -> Event:
    event: Optional[Any]
    try:
        event = json.loads(body)
    except ValueError:
        event = None
    if isinstance(event, dict) and "id" in event:
        return cast(Event, event)
    raise WebhookError("webhook_body_unreadable", "The delivery is genuine, but its body is no event.")
