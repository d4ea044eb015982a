# Written from _client.py by `make clients-types`, and never by hand.
from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, AsyncIterator, Optional, Type, TypeVar

import httpx

from . import _operations as operations
from ._call import Call
from ._lists import first_query, gone_through
from ._settings import DEADLINE, TIMEOUT, Settings, settings_of
from ._steps import Options, steps_of, until_ended
from ._transport import run_async
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
    def __init__(self, settings: Settings, http: httpx.AsyncClient) -> None:
        self._settings = settings
        self._http = http

    async def send(self, call: Call[_T], options: CallOptions) -> _T:
        return await run_async(self._http, steps_of(self._settings, call, Options(**options)))

    async def wait(self, call: Call[_T], options: WaitOptions) -> _T:
        return await run_async(self._http, until_ended(self._settings, call, **options))

    async def each(
        self, operation: Callable[..., Call[Any]], query: Any, options: CallOptions, *ids: str
    ) -> AsyncIterator[Any]:
        following: Any = first_query(query)
        while following is not None:
            items, following = gone_through(following, await self.send(operation(*ids, following), options))
            for item in items:
                yield item


class _Part:
    def __init__(self, caller: _Caller) -> None:
        self._caller = caller


class Payments(_Part):
    async def create(self, request: PaymentCreate, **options: Unpack[CreateOptions]) -> Payment:
        """A Direct Payment: you send the card. A decline is a Payment that FAILED, not an error."""
        return await self._caller.send(operations.create_payment(request), options)

    async def create_hosted(self, request: HostedPaymentCreate, **options: Unpack[CreateOptions]) -> Payment:
        """A Payment of the hosted page: send the payer to `next_action.redirect_url`."""
        return await self._caller.send(operations.create_hosted_payment(request), options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> Payment:
        """The Payment as it is now; its `status` is the authoritative result."""
        return await self._caller.send(operations.get_payment(id), options)

    async def list(self, query: Optional[ListPaymentsQuery] = None, **options: Unpack[CallOptions]) -> PaymentList:
        """One page, newest first."""
        return await self._caller.send(operations.list_payments(query), options)

    def each(
        self, query: Optional[ListPaymentsQuery] = None, **options: Unpack[CallOptions]
    ) -> AsyncIterator[Payment]:
        """Every Payment that matches, page by page."""
        return self._caller.each(operations.list_payments, query, options)

    async def wait(self, id: str, **options: Unpack[WaitOptions]) -> Payment:
        """Reads it until it has ended, or the payer has to act; the last one read where the time is over."""
        return await self._caller.wait(operations.get_payment(id), options)


class Refunds(_Part):
    async def create(self, request: RefundCreate, **options: Unpack[CreateOptions]) -> Refund:
        """Gives money of a Payment back."""
        return await self._caller.send(operations.create_refund(request), options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> Refund:
        """The Refund as it is now."""
        return await self._caller.send(operations.get_refund(id), options)

    async def list(self, query: ListRefundsQuery, **options: Unpack[CallOptions]) -> RefundList:
        """One page of a Payment's Refunds, newest first."""
        return await self._caller.send(operations.list_refunds(query), options)

    def each(self, query: ListRefundsQuery, **options: Unpack[CallOptions]) -> AsyncIterator[Refund]:
        """Every Refund of a Payment, page by page."""
        return self._caller.each(operations.list_refunds, query, options)

    async def wait(self, id: str, **options: Unpack[WaitOptions]) -> Refund:
        """Reads it until it has ended; the last one read where the time is over."""
        return await self._caller.wait(operations.get_refund(id), options)


class Payouts(_Part):
    async def create(self, request: PayoutCreate, **options: Unpack[CreateOptions]) -> Payout:
        """Sends money to a card."""
        return await self._caller.send(operations.create_payout(request), options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> Payout:
        """The Payout as it is now."""
        return await self._caller.send(operations.get_payout(id), options)

    async def list(self, query: Optional[ListPayoutsQuery] = None, **options: Unpack[CallOptions]) -> PayoutList:
        """One page, newest first, with how many match in all."""
        return await self._caller.send(operations.list_payouts(query), options)

    def each(
        self, query: Optional[ListPayoutsQuery] = None, **options: Unpack[CallOptions]
    ) -> AsyncIterator[Payout]:
        """Every Payout that matches, page by page."""
        return self._caller.each(operations.list_payouts, query, options)

    async def wait(self, id: str, **options: Unpack[WaitOptions]) -> Payout:
        """Reads it until it has ended; the last one read where the time is over."""
        return await self._caller.wait(operations.get_payout(id), options)


class Events(_Part):
    async def get(self, id: str, **options: Unpack[CallOptions]) -> Event:
        """An event of the last 30 days."""
        return await self._caller.send(operations.get_event(id), options)

    async def list(self, query: Optional[ListEventsQuery] = None, **options: Unpack[CallOptions]) -> EventList:
        """One page of the last 30 days, newest first."""
        return await self._caller.send(operations.list_events(query), options)

    def each(
        self, query: Optional[ListEventsQuery] = None, **options: Unpack[CallOptions]
    ) -> AsyncIterator[Event]:
        """Every event of the last 30 days, page by page."""
        return self._caller.each(operations.list_events, query, options)

    async def resend(self, id: str, **options: Unpack[CallOptions]) -> ResentEvent:
        """Sends it again; not repeated where the answer is lost, since each request is another delivery."""
        return await self._caller.send(operations.resend_event(id), options)


class WebhookEndpoints(_Part):
    async def create(
        self, request: WebhookEndpointCreate, **options: Unpack[CallOptions]
    ) -> WebhookEndpointWithSecret:
        """Keep `secret` of the answer. Not repeated where the answer is lost: list the endpoints then."""
        return await self._caller.send(operations.create_webhook_endpoint(request), options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> WebhookEndpoint:
        """The endpoint, without its secret."""
        return await self._caller.send(operations.get_webhook_endpoint(id), options)

    async def list(
        self, query: Optional[ListWebhookEndpointsQuery] = None, **options: Unpack[CallOptions]
    ) -> WebhookEndpointList:
        """One page, newest first."""
        return await self._caller.send(operations.list_webhook_endpoints(query), options)

    def each(
        self, query: Optional[ListWebhookEndpointsQuery] = None, **options: Unpack[CallOptions]
    ) -> AsyncIterator[WebhookEndpoint]:
        """Every endpoint, page by page."""
        return self._caller.each(operations.list_webhook_endpoints, query, options)

    async def update(
        self, id: str, changes: WebhookEndpointUpdate, **options: Unpack[CallOptions]
    ) -> WebhookEndpoint:
        """Changes what is named, and nothing else."""
        return await self._caller.send(operations.update_webhook_endpoint(id, changes), options)

    async def remove(self, id: str, **options: Unpack[CallOptions]) -> WebhookEndpointDeleted:
        """A repeat after a lost answer can be `object_not_found`: it is deleted then."""
        return await self._caller.send(operations.delete_webhook_endpoint(id), options)

    async def roll_secret(
        self, id: str, request: Optional[WebhookSecretRoll] = None, **options: Unpack[CallOptions]
    ) -> WebhookEndpointWithSecret:
        """A new secret; the one before signs beside it for a while. Where the answer is lost, roll again."""
        return await self._caller.send(operations.roll_webhook_secret(id, request), options)

    async def end_secret_overlap(self, id: str, **options: Unpack[CallOptions]) -> WebhookEndpoint:
        """Ends the overlap of older secrets: from now on the newest one alone signs."""
        return await self._caller.send(operations.end_webhook_secret_overlap(id), options)

    async def list_deliveries(
        self, id: str, query: Optional[ListWebhookDeliveriesQuery] = None, **options: Unpack[CallOptions]
    ) -> WebhookDeliveryList:
        """One page of what was sent there, newest first."""
        return await self._caller.send(operations.list_webhook_deliveries(id, query), options)

    def each_delivery(
        self, id: str, query: Optional[ListWebhookDeliveriesQuery] = None, **options: Unpack[CallOptions]
    ) -> AsyncIterator[WebhookDelivery]:
        """Everything that was sent there, page by page."""
        return self._caller.each(operations.list_webhook_deliveries, query, options, id)


class AsyncFlowlix:
    """A merchant's access to the API. One is enough for a process; tasks of one event loop may use it at the same time."""

    def __init__(
        self,
        key: Optional[str] = None,
        url: Optional[str] = None,
        *,
        timeout: float = TIMEOUT,
        deadline: float = DEADLINE,
        app_info: Optional[str] = None,
        http_client: Optional[httpx.AsyncClient] = None,
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
        self._http = httpx.AsyncClient() if http_client is None else http_client
        self._closes = http_client is None
        self._caller = _Caller(settings, self._http)
        self.payments = Payments(self._caller)
        self.refunds = Refunds(self._caller)
        self.payouts = Payouts(self._caller)
        self.events = Events(self._caller)
        self.webhook_endpoints = WebhookEndpoints(self._caller)

    async def health(self, **options: Unpack[CallOptions]) -> Health:
        """Availability of the API, `unavailable` included."""
        return await self._caller.send(operations.health(), options)

    async def aclose(self) -> None:
        """Ends the connections; `async with AsyncFlowlix() as flowlix:` does it by itself."""
        if self._closes:
            await self._http.aclose()

    async def __aenter__(self) -> AsyncFlowlix:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]] = None,
        error: Optional[BaseException] = None,
        traceback: Optional[TracebackType] = None,
    ) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"AsyncFlowlix(url={self._url!r})"
