"""A merchant's program, for its types: what is wrong in it a type checker says (tests/system/clients/python.test.ts)."""

from typing import List

import flowlix
from flowlix.types import Event, Payment, PaymentCreate


def states(client: flowlix.Flowlix) -> List[str]:
    query = client.payments.each({"status": ["SUCCEEDED"], "created": {"gte": 1}})
    return [payment["status"] for payment in query]


async def paid(client: flowlix.AsyncFlowlix, request: PaymentCreate) -> Payment:
    return await client.payments.create(request, idempotency_key="order-1234", timeout=20.0)


def told(event: Event) -> str:
    if event["type"] == "payment.succeeded" or event["type"] == "payment.failed":
        return event["data"]["payment"]["id"]
    return event["type"]


def advice(error: flowlix.ApiError) -> str:
    return error.param or "" if error.code == "parameter_invalid" else f"{error.retry_after}"
