from __future__ import annotations

from typing import Any, Dict, Literal, Optional, Sequence, Tuple, Type, TypeVar, Union

from .types import ErrorCode, ErrorFault

NoAnswerCode = Literal["connection_failed", "timed_out", "answer_unreadable"]
WebhookErrorCode = Literal[
    "webhook_headers_missing",
    "webhook_timestamp_refused",
    "webhook_signature_wrong",
    "webhook_body_unreadable",
]

_E = TypeVar("_E", bound="FlowlixError")


class FlowlixError(Exception):
    """Every error of a call and of a verification; `code` tells them apart."""

    code: str
    message: str

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"

    def __reduce__(self) -> Tuple[Any, ...]:
        # Between processes, as task queues and test runners carry errors.
        return _again, (type(self), self.message, self.__dict__)


def _again(kind: Type[_E], message: str, values: Dict[str, Any]) -> _E:
    error = kind.__new__(kind, message)
    error.args = (message,)
    error.__dict__.update(values)
    return error


class CallError(FlowlixError):
    """
    What every error of a call has. It holds nothing of the request's body and not the API key.
    `outcome_unknown` where an object may have been made: repeat the call with `idempotency_key`, never with another key
    (docs/site/idempotency.md#what-to-do-with-an-answer).
    """

    outcome_unknown: bool
    """Whether a request of the call, this one or one before, may have been carried out without telling of it."""
    idempotency_key: Optional[str] = None
    """The key of a create: the caller's own, or the one that was made for the call."""
    tries: int = 1
    """How many requests were sent."""

    def __init__(self, code: str, message: str, outcome_unknown: bool) -> None:
        super().__init__(code, message)
        self.outcome_unknown = outcome_unknown


class ApiError(CallError):
    """An answer that is an error. `code` tells which; `message` is for developers and can change."""

    code: Union[ErrorCode, Literal["unknown_code"]]
    raw_code: Optional[str]
    """The code as it came; another than `code` only where this version does not know it."""
    status: int
    param: Optional[str]
    """The field, header, path or query value that it is about."""
    errors: Tuple[ErrorFault, ...]
    """Where a body has several faults: all of them."""
    doc_url: Optional[str]
    request_id: Optional[str]
    """Give it to support."""
    retry_after: Optional[float]
    """Seconds that the answer asked to wait."""

    def __init__(
        self,
        code: Union[ErrorCode, Literal["unknown_code"]],
        message: str,
        *,
        status: int,
        outcome_unknown: bool,
        raw_code: Optional[str] = None,
        param: Optional[str] = None,
        errors: Sequence[ErrorFault] = (),
        doc_url: Optional[str] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(code, message, outcome_unknown)
        self.raw_code = raw_code
        self.status = status
        self.param = param
        self.errors = tuple(errors)
        self.doc_url = doc_url
        self.request_id = request_id
        self.retry_after = retry_after

    def __str__(self) -> str:
        text = super().__str__()
        return text if self.request_id is None else f"{text} ({self.request_id})"


class InvalidRequestError(ApiError):
    """Something has to be corrected: 400, 422 and every 4xx that has no class of its own."""


class AuthenticationError(ApiError):
    """401: the API key is missing, wrong or revoked."""


class PermissionDeniedError(ApiError):
    """403: this key or this merchant may not do it."""


class NotFoundError(ApiError):
    """404: no such object, or no such route."""


class ConflictError(ApiError):
    """409: another request with this key, or an object that is just being changed."""


class RateLimitError(ApiError):
    """429: nothing was done."""


class ServerError(ApiError):
    """5xx: `outcome_unknown`."""


class NoAnswerError(CallError):
    """No answer that can be read. Whether the request was carried out is not known, unless it never left."""

    code: NoAnswerCode

    def __init__(self, code: NoAnswerCode, message: str, outcome_unknown: bool) -> None:
        super().__init__(code, message, outcome_unknown)


class WebhookError(FlowlixError):
    """Not a genuine delivery of this secret: answer 400 and read nothing of it."""

    code: WebhookErrorCode

    def __init__(self, code: WebhookErrorCode, message: str) -> None:
        super().__init__(code, message)


_BY_STATUS: Dict[int, Type[ApiError]] = {
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    429: RateLimitError,
}


def error_class(status: int) -> Type[ApiError]:
    if status < 400:
        return ApiError
    return ServerError if status >= 500 else _BY_STATUS.get(status, InvalidRequestError)
