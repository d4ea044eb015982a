from __future__ import annotations

import json
from typing import Any, Dict, Mapping, Optional, get_args

from ._errors import ApiError, error_class
from ._retry import leaves_unknown, retry_after_seconds
from .types import ErrorCode

_KNOWN = frozenset(get_args(ErrorCode))


def answered_error(status: int, headers: Mapping[str, str], body: bytes, now: float) -> ApiError:
    """The error that an answer is. One without the API's envelope is of something in between, such as a proxy."""
    envelope = _envelope_of(body)
    raw_code = _text(envelope.get("code"))
    faults = envelope.get("errors")
    return error_class(status)(
        raw_code if raw_code in _KNOWN else "unknown_code",  # type: ignore[arg-type]
        _text(envelope.get("message")) or f"HTTP {status}, without an error of the API.",
        status=status,
        raw_code=raw_code,
        param=_text(envelope.get("param")),
        errors=faults if isinstance(faults, list) else (),
        doc_url=_text(envelope.get("doc_url")),
        request_id=_text(envelope.get("request_id")) or headers.get("request-id"),
        retry_after=retry_after_seconds(headers.get("retry-after"), now),
        outcome_unknown=leaves_unknown(status, raw_code),
    )


def _envelope_of(body: bytes) -> Dict[str, Any]:
    try:
        parsed = json.loads(body)
    except ValueError:
        return {}
    error = parsed.get("error") if isinstance(parsed, dict) else None
    return error if isinstance(error, dict) else {}


def _text(value: object) -> Optional[str]:
    return value if isinstance(value, str) else None
