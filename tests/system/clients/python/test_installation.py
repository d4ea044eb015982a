"""The Python client against the installation that FLOWLIX_URL and FLOWLIX_KEY name; tests/system/clients/python.test.ts."""

from __future__ import annotations

import asyncio
import http.client
import http.server
import os
import queue
import threading
import time
import urllib.parse
from contextlib import contextmanager
from typing import Any, Iterator

import flowlix
import pytest
from flowlix.types import PaymentCreate

CARD: Any = {
    "number": "4111111111111111",
    "exp_month": 12,
    "exp_year": 2034,
    "cvc": "123",
    "holder_name": "Ada",
}


def a_payment(amount: int) -> PaymentCreate:
    return {
        "amount": amount,
        "currency": "EUR",
        "payment_method_data": {"type": "card", "card": CARD},
        "customer_ip_address": "203.0.113.7",
        "merchant_customer_id": "customer-1",
        "return_url": "https://shop.example/return",
    }


@pytest.fixture
def client() -> Iterator[flowlix.Flowlix]:
    with flowlix.Flowlix() as client:
        yield client


@contextmanager
def serving(handler: Any) -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, args=(0.05,)).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def test_each_outcome_of_a_payment_comes_as_the_amount_orders_it(client: flowlix.Flowlix) -> None:
    made = client.payments.create(a_payment(4999))
    assert (made["status"], made["livemode"]) == ("SUCCEEDED", False)
    declined = client.payments.create(a_payment(100_051))
    assert (declined["status"], declined["failure_code"]) == ("FAILED", "insufficient_funds")
    challenged = client.payments.create(a_payment(103_000))
    assert challenged["status"] == "REQUIRES_ACTION"
    assert challenged["next_action"] and challenged["next_action"]["redirect_url"].startswith("http")
    with pytest.raises(flowlix.RateLimitError) as limited:
        client.payments.create(a_payment(105_029), deadline=0)
    assert (limited.value.retry_after, limited.value.outcome_unknown) == (1, False)
    with pytest.raises(flowlix.ServerError) as unavailable:
        client.payments.create(a_payment(105_003), deadline=0)
    assert (unavailable.value.code, unavailable.value.status) == ("service_unavailable", 503)


def test_two_answers_that_are_lost_charge_once_and_the_third_request_has_the_same_key(
    client: flowlix.Flowlix,
) -> None:
    target = urllib.parse.urlsplit(os.environ["FLOWLIX_URL"]).netloc
    keys = []

    class Dropping(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            keys.append(self.headers["idempotency-key"])
            onward = http.client.HTTPConnection(target)
            onward.request(
                "POST", self.path, self.rfile.read(int(self.headers["content-length"])), dict(self.headers)
            )
            answer = onward.getresponse()
            body = answer.read()
            onward.close()
            if len(keys) > 2:
                self.send_response(answer.status)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with serving(Dropping) as url, flowlix.Flowlix(url=url) as impatient:
        made = impatient.payments.create(a_payment(4321))
    assert made["status"] == "SUCCEEDED"
    assert len(keys) == 3 and len(set(keys)) == 1
    assert [one["id"] for one in client.payments.each({"amount": {"gte": 4321, "lte": 4321}})] == [made["id"]]


def test_refunds_and_payouts_are_made_and_waited_for(client: flowlix.Flowlix) -> None:
    id = client.payments.create(a_payment(5000))["id"]
    refund = client.refunds.create({"payment_id": id, "amount": 1200, "reason": "returned"})
    assert client.refunds.wait(refund["id"], for_seconds=120)["status"] == "SUCCEEDED"
    assert client.payments.get(id)["amount_refunded"] == 1200
    assert len(list(client.refunds.each({"payment_id": id}))) == 1
    with pytest.raises(flowlix.InvalidRequestError) as over:
        client.refunds.create({"payment_id": id, "amount": 5000, "reason": "returned"})
    assert (over.value.code, over.value.param, over.value.status) == (
        "amount_exceeds_refundable",
        "amount",
        422,
    )
    assert over.value.doc_url


def test_every_fault_of_a_body_is_told(client: flowlix.Flowlix) -> None:
    wrong: Any = {**a_payment(4999), "amount": "49.99", "currency": "euro"}
    with pytest.raises(flowlix.InvalidRequestError) as several:
        client.payments.create(wrong)
    assert {one.get("param") for one in several.value.errors} == {"amount", "currency"}


def test_a_list_of_several_pages_is_gone_through_from_newer_to_older_and_back(
    client: flowlix.Flowlix,
) -> None:
    ids = [client.payments.create(a_payment(7_777))["id"] for _ in range(5)]
    listed = client.payments.each({"amount": {"gte": 7_777, "lte": 7_777}, "limit": 2})
    assert [one["id"] for one in listed] == ids[::-1]
    newer: list[str] = []
    until = time.monotonic() + 60
    while newer != ids[1:] and time.monotonic() < until:
        found = client.payments.each(
            {"amount": {"gte": 7_777, "lte": 7_777}, "limit": 2, "ending_before": ids[0]}
        )
        newer = [one["id"] for one in found]
        time.sleep(0.1)
    assert newer == ids[1:]


def test_an_event_that_was_really_delivered_is_verified_and_with_the_rolled_secret(
    client: flowlix.Flowlix,
) -> None:
    deliveries: queue.Queue[Any] = queue.Queue()

    class Receiver(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            deliveries.put((self.rfile.read(int(self.headers["content-length"])), self.headers))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with serving(Receiver) as url:
        made = client.webhook_endpoints.create({"url": f"{url}/", "enabled_events": ["payment.succeeded"]})
        try:
            client.payments.create(a_payment(8_888))
            body, headers = deliveries.get(timeout=60)
            event = flowlix.verify_webhook(body, headers, made["secret"])
            assert event["type"] == "payment.succeeded" and event["data"]["payment"]["amount"] == 8_888
            rolled = client.webhook_endpoints.roll_secret(made["id"])
            assert client.events.resend(event["id"])["deliveries"] >= 1
            body, headers = deliveries.get(timeout=60)
            for secret in (rolled["secret"], made["secret"], [made["secret"], rolled["secret"]]):
                assert flowlix.verify_webhook(body, headers, secret) == event
            assert client.events.get(event["id"]) == event
        finally:
            assert client.webhook_endpoints.remove(made["id"])["deleted"]


def test_many_awaited_calls_at_a_time_make_an_object_each() -> None:
    async def main() -> list[str]:
        async with flowlix.AsyncFlowlix() as client:
            made = await asyncio.gather(*[client.payments.create(a_payment(6_666)) for _ in range(5)])
            query: Any = {"amount": {"gte": 6_666, "lte": 6_666}, "limit": 2}
            assert {one["id"] for one in made} == {one["id"] async for one in client.payments.each(query)}
            return [one["status"] for one in made]

    assert asyncio.run(main()) == ["SUCCEEDED"] * 5
