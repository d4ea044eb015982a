from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Generic, Mapping, Optional, TypeVar
from urllib.parse import urlencode

from ._retry import Repeatable

T = TypeVar("T")


@dataclass(frozen=True)
class Call(Generic[T]):
    """What is asked of the API, and so what may be repeated; its answer is a T."""

    method: str
    path: str
    """With its query, from `/v1` on."""
    repeatable: Repeatable
    body: Optional[bytes] = field(default=None, repr=False)
    also_answers: Optional[int] = None
    """A status beyond 2xx that is no error."""


def body_of(value: Mapping[str, object]) -> bytes:
    """Written once for all repeats. ASCII, so that no text of it can fail to be written."""
    if not isinstance(value, Mapping):
        raise TypeError("The request must be a dict, as the API's reference shows it.")
    return json.dumps(value, allow_nan=False, separators=(",", ":")).encode("ascii")


def id_of(given: str) -> str:
    """A part of a path: an id as the API writes them, so that nothing else becomes another path."""
    if not isinstance(given, str) or not re.fullmatch(r"[A-Za-z0-9_]{1,64}", given):
        raise ValueError("The id must be one that the API gave, such as pay_… and 24 letters and digits.")
    return given


def query_text(query: Optional[Mapping[str, object]]) -> str:
    """`?name=value`: lists are repeated, `{"created": {"gte": 1}}` is `created[gte]=1`; empty where there is nothing."""
    pairs = []
    for name, value in (query or {}).items():
        if isinstance(value, Mapping):
            pairs += [(f"{name}[{bound}]", limit) for bound, limit in value.items()]
        elif isinstance(value, (list, tuple)):
            pairs += [(name, one) for one in value]
        else:
            pairs.append((name, value))
    text = urlencode([(name, _word(value)) for name, value in pairs if value is not None])
    return f"?{text}" if text else ""


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
