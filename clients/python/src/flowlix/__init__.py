"""Payments, refunds, payouts and webhooks of the Flowlix API."""

from ._async_client import AsyncFlowlix
from ._client import Flowlix
from ._errors import (
    ApiError,
    AuthenticationError,
    CallError,
    ConflictError,
    FlowlixError,
    InvalidRequestError,
    NoAnswerError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    WebhookError,
)
from ._version import VERSION as __version__
from ._webhooks import verify_webhook

__all__ = [
    "ApiError",
    "AsyncFlowlix",
    "AuthenticationError",
    "CallError",
    "ConflictError",
    "Flowlix",
    "FlowlixError",
    "InvalidRequestError",
    "NoAnswerError",
    "NotFoundError",
    "PermissionDeniedError",
    "RateLimitError",
    "ServerError",
    "WebhookError",
    "__version__",
    "verify_webhook",
]
