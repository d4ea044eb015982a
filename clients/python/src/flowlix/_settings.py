from __future__ import annotations

import ipaddress
import os
import platform
import re
import time
from dataclasses import dataclass, field
from typing import Callable, Optional
from urllib.parse import urlsplit

from ._version import VERSION

TIMEOUT = 30.0
"""Of one request, in seconds; the platform answers within 28."""
DEADLINE = 90.0
"""Of a call with its repeats, in seconds. A key whose answer was lost can be in use for 40."""

_TOKEN = re.compile(r"[\x21-\x7e]+")
_HEADER_TEXT = re.compile(r"[\x20-\x7e]*")
_STARTED = time.time() - time.monotonic()


def clock() -> float:
    """Unix seconds of a clock that nobody sets back while the process runs."""
    return _STARTED + time.monotonic()


@dataclass(frozen=True)
class Settings:
    key: str = field(repr=False)
    url: str
    timeout: float
    deadline: float
    user_agent: str
    now: Callable[[], float] = clock


def settings_of(
    key: Optional[str],
    url: Optional[str],
    *,
    timeout: float = TIMEOUT,
    deadline: float = DEADLINE,
    app_info: Optional[str] = None,
) -> Settings:
    """The settings of a client.

    Raises a ValueError, which repeats nothing of a key, where one is missing or wrong, or where a live key would
    travel in clear.
    """
    token = (os.environ.get("FLOWLIX_KEY", "") if key is None else key).strip()
    if token == "":
        raise ValueError("No API key: set FLOWLIX_KEY in the environment, or give `key`.")
    if not _TOKEN.fullmatch(token):
        which = "FLOWLIX_KEY" if key is None else "`key`"
        raise ValueError(f"{which} is not a whole key: it contains {_strange_in(token)}.")
    app = "" if app_info is None else f" {app_info.strip()}"
    if not _HEADER_TEXT.fullmatch(app):
        raise ValueError("app_info must be ASCII text.")
    origin = _origin_of(os.environ.get("FLOWLIX_URL", "") if url is None else url)
    if token.startswith("api_live_") and not _is_private(origin):
        raise ValueError(
            "A live key does not travel in clear: give `url`, or FLOWLIX_URL, as https://… "
            "(http:// is for this machine alone)."
        )
    runtime = f"python/{platform.python_version()} {platform.system().lower()}"
    return Settings(
        key=token,
        url=origin,
        timeout=timeout,
        deadline=deadline,
        user_agent=f"flowlix-python/{VERSION} {runtime}{app}",
    )


def _strange_in(token: str) -> str:
    """In words of our own: what is no key can be another secret."""
    if "…" in token:
        return "“…”, which stands for the rest of it"
    return "a space or a line break" if re.search(r"\s", token) else "a character that no key has"


def _origin_of(text: str) -> str:
    if _is_origin(text):
        return text.rstrip("/")
    raise ValueError(
        "Give `url`, or FLOWLIX_URL in the environment: where the API is, such as http://127.0.0.1:3000."
    )


def _is_origin(text: str) -> bool:
    try:
        parts = urlsplit(text)
        plain = parts.username is None and parts.password is None and not re.search(r"[\s?#\x00-\x1f]", text)
        return plain and parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _is_private(origin: str) -> bool:
    """Whether nobody on the way can read what is sent there."""
    parts = urlsplit(origin)
    if parts.scheme == "https" or parts.hostname in ("localhost", "::1"):
        return True
    try:
        return ipaddress.IPv4Address(parts.hostname or "").is_loopback
    except ValueError:
        return False
