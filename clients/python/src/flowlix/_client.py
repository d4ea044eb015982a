from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Iterator, Optional, Type, TypeVar

import httpx

from . import _operations as operations
from ._call import Call
from ._lists import first_query, gone_through
from ._settings import DEADLINE, TIMEOUT, Settings, settings_of
from ._steps import Options, steps_of, until_ended
from ._transport import run
from .types import (
    CallOptions,
    CreateOptions,
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
    WaitOptions,
    WebhookDelivery,
    WebhookDeliveryList,
    WebhookEndpoint,
    WebhookEndpointCreate,
    WebhookEndpointDeleted,
    WebhookEndpointList,
    WebhookEndpointUpdate,
    WebhookEndpointWithSecret,
    WebhookSecretRoll,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

_T = TypeVar("_T")


class _Caller:
    def __init__(self, settings: Settings, http: httpx.Client) -> None:
        self._settings = settings
        self._http = http

    def send(self, call: Call[_T], options: CallOptions) -> _T:
        return run(self._http, steps_of(self._settings, call, Options(**options)))

    def wait(self, call: Call[_T], options: WaitOptions) -> _T:
        return run(self._http, until_ended(self._settings, call, **options))

    def each(
        self, operation: Callable[..., Call[Any]], query: Any, options: CallOptions, *ids: str
    ) -> Iterator[Any]:
        following: Any = first_query(query)
        while following is not None:
            items, following = gone_through(following, self.send(operation(*ids, following), options))
            for item in items:
                yield item


class _Part:
    def __init__(self, caller: _Caller) -> None:
        self._caller = caller


class Payments(_Part):
    def create(self, request: PaymentCreate, **options: Unpack[CreateOptions]) -> Payment:
        """A Direct Payment: you send the card. A decline is a Payment that FAILED, not an error."""
        return self._caller.send(operations.create_payment(request), options)

    def create_hosted(self, request: HostedPaymentCreate, **options: Unpack[CreateOptions]) -> Payment:
        """A Payment of the hosted page: send the payer to `next_action.redirect_url`."""
        return self._caller.send(operations.create_hosted_payment(request), options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> Payment:
        """The Payment as it is now; its `status` is the authoritative result."""
        return self._caller.send(operations.get_payment(id), options)

    def list(self, query: Optional[ListPaymentsQuery] = None, **options: Unpack[CallOptions]) -> PaymentList:
        """One page, newest first."""
        return self._caller.send(operations.list_payments(query), options)

    def each(
        self, query: Optional[ListPaymentsQuery] = None, **options: Unpack[CallOptions]
    ) -> Iterator[Payment]:
        """Every Payment that matches, page by page."""
        return self._caller.each(operations.list_payments, query, options)

    def wait(self, id: str, **options: Unpack[WaitOptions]) -> Payment:
        """Reads it until it has ended, or the payer has to act; the last one read where the time is over."""
        return self._caller.wait(operations.get_payment(id), options)


class Refunds(_Part):
    def create(self, request: RefundCreate, **options: Unpack[CreateOptions]) -> Refund:
        """Gives money of a Payment back."""
        return self._caller.send(operations.create_refund(request), options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> Refund:
        """The Refund as it is now."""
        return self._caller.send(operations.get_refund(id), options)

    def list(self, query: ListRefundsQuery, **options: Unpack[CallOptions]) -> RefundList:
        """One page of a Payment's Refunds, newest first."""
        return self._caller.send(operations.list_refunds(query), options)

    def each(self, query: ListRefundsQuery, **options: Unpack[CallOptions]) -> Iterator[Refund]:
        """Every Refund of a Payment, page by page."""
        return self._caller.each(operations.list_refunds, query, options)

    def wait(self, id: str, **options: Unpack[WaitOptions]) -> Refund:
        """Reads it until it has ended; the last one read where the time is over."""
        return self._caller.wait(operations.get_refund(id), options)


class Payouts(_Part):
    def create(self, request: PayoutCreate, **options: Unpack[CreateOptions]) -> Payout:
        """Sends money to a card."""
        return self._caller.send(operations.create_payout(request), options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> Payout:
        """The Payout as it is now."""
        return self._caller.send(operations.get_payout(id), options)

    def list(self, query: Optional[ListPayoutsQuery] = None, **options: Unpack[CallOptions]) -> PayoutList:
        """One page, newest first, with how many match in all."""
        return self._caller.send(operations.list_payouts(query), options)

    def each(
        self, query: Optional[ListPayoutsQuery] = None, **options: Unpack[CallOptions]
    ) -> Iterator[Payout]:
        """Every Payout that matches, page by page."""
        return self._caller.each(operations.list_payouts, query, options)

    def wait(self, id: str, **options: Unpack[WaitOptions]) -> Payout:
        """Reads it until it has ended; the last one read where the time is over."""
        return self._caller.wait(operations.get_payout(id), options)


class Events(_Part):
    def get(self, id: str, **options: Unpack[CallOptions]) -> Event:
        """An event of the last 30 days."""
        return self._caller.send(operations.get_event(id), options)

    def list(self, query: Optional[ListEventsQuery] = None, **options: Unpack[CallOptions]) -> EventList:
        """One page of the last 30 days, newest first."""
        return self._caller.send(operations.list_events(query), options)

    def each(
        self, query: Optional[ListEventsQuery] = None, **options: Unpack[CallOptions]
    ) -> Iterator[Event]:
        """Every event of the last 30 days, page by page."""
        return self._caller.each(operations.list_events, query, options)

    def resend(self, id: str, **options: Unpack[CallOptions]) -> ResentEvent:
        """Sends it again; not repeated where the answer is lost, since each request is another delivery."""
        return self._caller.send(operations.resend_event(id), options)


class WebhookEndpoints(_Part):
    def create(
        self, request: WebhookEndpointCreate, **options: Unpack[CallOptions]
    ) -> WebhookEndpointWithSecret:
        """Keep `secret` of the answer. Not repeated where the answer is lost: list the endpoints then."""
        return self._caller.send(operations.create_webhook_endpoint(request), options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> WebhookEndpoint:
        """The endpoint, without its secret."""
        return self._caller.send(operations.get_webhook_endpoint(id), options)

    def list(
        self, query: Optional[ListWebhookEndpointsQuery] = None, **options: Unpack[CallOptions]
    ) -> WebhookEndpointList:
        """One page, newest first."""
        return self._caller.send(operations.list_webhook_endpoints(query), options)

    def each(
        self, query: Optional[ListWebhookEndpointsQuery] = None, **options: Unpack[CallOptions]
    ) -> Iterator[WebhookEndpoint]:
        """Every endpoint, page by page."""
        return self._caller.each(operations.list_webhook_endpoints, query, options)

    def update(
        self, id: str, changes: WebhookEndpointUpdate, **options: Unpack[CallOptions]
    ) -> WebhookEndpoint:
        """Changes what is named, and nothing else."""
        return self._caller.send(operations.update_webhook_endpoint(id, changes), options)

    def remove(self, id: str, **options: Unpack[CallOptions]) -> WebhookEndpointDeleted:
        """A repeat after a lost answer can be `object_not_found`: it is deleted then."""
        return self._caller.send(operations.delete_webhook_endpoint(id), options)

    def roll_secret(
        self, id: str, request: Optional[WebhookSecretRoll] = None, **options: Unpack[CallOptions]
    ) -> WebhookEndpointWithSecret:
        """A new secret; the one before signs beside it for a while. Where the answer is lost, roll again."""
        return self._caller.send(operations.roll_webhook_secret(id, request), options)

    def end_secret_overlap(self, id: str, **options: Unpack[CallOptions]) -> WebhookEndpoint:
        """Ends the overlap of older secrets: from now on the newest one alone signs."""
        return self._caller.send(operations.end_webhook_secret_overlap(id), options)

    def list_deliveries(
        self, id: str, query: Optional[ListWebhookDeliveriesQuery] = None, **options: Unpack[CallOptions]
    ) -> WebhookDeliveryList:
        """One page of what was sent there, newest first."""
        return self._caller.send(operations.list_webhook_deliveries(id, query), options)

    def each_delivery(
        self, id: str, query: Optional[ListWebhookDeliveriesQuery] = None, **options: Unpack[CallOptions]
    ) -> Iterator[WebhookDelivery]:
        """Everything that was sent there, page by page."""
        return self._caller.each(operations.list_webhook_deliveries, query, options, id)


class Flowlix:
    """A merchant's access to the API. One is enough for a process; threads may use it at the same time."""

    def __init__(
        self,
        key: Optional[str] = None,
        url: Optional[str] = None,
        *,
        timeout: float = TIMEOUT,
        deadline: float = DEADLINE,
        app_info: Optional[str] = None,
        http_client: Optional[httpx.Client] = None,
    ) -> None:
        """
        Raises a ValueError where key or address is missing.

        key: the API key; else that of the environment's `FLOWLIX_KEY`. Keep it on your server.
        url: where the API is, such as `https://api.example`; else `FLOWLIX_URL` of the environment.
        timeout: of one request, in seconds; the platform answers within 28 seconds.
        deadline: of a call with its repeats, in seconds. A key whose answer was lost can be in use for 40 seconds.
        app_info: your name and version, such as `my-shop/2.1`, for the User-Agent.
        http_client: yours, for proxies and certificates of your own; you close it.
        """
        settings = settings_of(key, url, timeout=timeout, deadline=deadline, app_info=app_info)
        self._url = settings.url
        self._http = httpx.Client() if http_client is None else http_client
        self._closes = http_client is None
        self._caller = _Caller(settings, self._http)
        self.payments = Payments(self._caller)
        self.refunds = Refunds(self._caller)
        self.payouts = Payouts(self._caller)
        self.events = Events(self._caller)
        self.webhook_endpoints = WebhookEndpoints(self._caller)

    def health(self, **options: Unpack[CallOptions]) -> Health:
        """Availability of the API, `unavailable` included."""
        return self._caller.send(operations.health(), options)

    def close(self) -> None:
        """Ends the connections; `with Flowlix() as flowlix:` does it by itself."""
        if self._closes:
            self._http.close()

    def __enter__(self) -> Flowlix:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]] = None,
        error: Optional[BaseException] = None,
        traceback: Optional[TracebackType] = None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Flowlix(url={self._url!r})"
