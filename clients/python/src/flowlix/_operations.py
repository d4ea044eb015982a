"""Each operation of the OpenAPI document as a call, named as there; who sends it, at once or awaited, is all one."""

from __future__ import annotations

from typing import Mapping, Optional, TypeVar

from ._call import Call, body_of, id_of, query_text
from .types import (
    Event,
    EventList,
    Health,
    HostedPaymentCreate,
    ListEventsQuery,
    ListPaymentsQuery,
    ListPayoutsQuery,
    ListRefundsQuery,
    ListWebhookDeliveriesQuery,
    ListWebhookEndpointsQuery,
    Payment,
    PaymentCreate,
    PaymentList,
    Payout,
    PayoutCreate,
    PayoutList,
    Refund,
    RefundCreate,
    RefundList,
    ResentEvent,
    WebhookDeliveryList,
    WebhookEndpoint,
    WebhookEndpointCreate,
    WebhookEndpointDeleted,
    WebhookEndpointList,
    WebhookEndpointUpdate,
    WebhookEndpointWithSecret,
    WebhookSecretRoll,
)

_T = TypeVar("_T")


def create_payment(request: PaymentCreate) -> Call[Payment]:
    return _make("/v1/payments", request)


def create_hosted_payment(request: HostedPaymentCreate) -> Call[Payment]:
    return _make("/v1/payments/hpp", request)


def get_payment(id: str) -> Call[Payment]:
    return _read(f"/v1/payments/{id_of(id)}")


def list_payments(query: Optional[ListPaymentsQuery] = None) -> Call[PaymentList]:
    return _read(f"/v1/payments{query_text(query)}")


def create_refund(request: RefundCreate) -> Call[Refund]:
    return _make("/v1/refunds", request)


def get_refund(id: str) -> Call[Refund]:
    return _read(f"/v1/refunds/{id_of(id)}")


def list_refunds(query: ListRefundsQuery) -> Call[RefundList]:
    return _read(f"/v1/refunds{query_text(query)}")


def create_payout(request: PayoutCreate) -> Call[Payout]:
    return _make("/v1/payouts", request)


def get_payout(id: str) -> Call[Payout]:
    return _read(f"/v1/payouts/{id_of(id)}")


def list_payouts(query: Optional[ListPayoutsQuery] = None) -> Call[PayoutList]:
    return _read(f"/v1/payouts{query_text(query)}")


def get_event(id: str) -> Call[Event]:
    return _read(f"/v1/events/{id_of(id)}")


def list_events(query: Optional[ListEventsQuery] = None) -> Call[EventList]:
    return _read(f"/v1/events{query_text(query)}")


def resend_event(id: str) -> Call[ResentEvent]:
    return _post(f"/v1/events/{id_of(id)}/resend")


def create_webhook_endpoint(request: WebhookEndpointCreate) -> Call[WebhookEndpointWithSecret]:
    return _post("/v1/webhook_endpoints", request)


def get_webhook_endpoint(id: str) -> Call[WebhookEndpoint]:
    return _read(f"/v1/webhook_endpoints/{id_of(id)}")


def list_webhook_endpoints(query: Optional[ListWebhookEndpointsQuery] = None) -> Call[WebhookEndpointList]:
    return _read(f"/v1/webhook_endpoints{query_text(query)}")


def update_webhook_endpoint(id: str, changes: WebhookEndpointUpdate) -> Call[WebhookEndpoint]:
    return Call("PATCH", f"/v1/webhook_endpoints/{id_of(id)}", "safe", body_of(changes))


def delete_webhook_endpoint(id: str) -> Call[WebhookEndpointDeleted]:
    return Call("DELETE", f"/v1/webhook_endpoints/{id_of(id)}", "safe")


def roll_webhook_secret(
    id: str, request: Optional[WebhookSecretRoll] = None
) -> Call[WebhookEndpointWithSecret]:
    return _post(f"/v1/webhook_endpoints/{id_of(id)}/roll_secret", request or {})


def end_webhook_secret_overlap(id: str) -> Call[WebhookEndpoint]:
    return _post(f"/v1/webhook_endpoints/{id_of(id)}/end_overlap")


def list_webhook_deliveries(
    id: str, query: Optional[ListWebhookDeliveriesQuery] = None
) -> Call[WebhookDeliveryList]:
    return _read(f"/v1/webhook_endpoints/{id_of(id)}/deliveries{query_text(query)}")


def health() -> Call[Health]:
    """Where 503 is an answer and no error."""
    return Call("GET", "/v1/health", "safe", also_answers=503)


def _read(path: str) -> Call[_T]:
    return Call("GET", path, "safe")


def _make(path: str, request: Mapping[str, object]) -> Call[_T]:
    """A create, with its idempotency key."""
    return Call("POST", path, "keyed", body_of(request))


def _post(path: str, request: Optional[Mapping[str, object]] = None) -> Call[_T]:
    """A POST that has no idempotency key."""
    return Call("POST", path, "once", None if request is None else body_of(request))
