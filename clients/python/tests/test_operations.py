import json
import pathlib
import re

import pytest

from conftest import KEY

DOCUMENT = pathlib.Path(__file__).parents[3] / "libs/contracts/src/openapi.json"
ID = "pay_0U6tq1mT3n8vXqLrS2bKfWzA"
CALLS = {
    "createPayment": lambda client: client.payments.create({}),
    "createHostedPayment": lambda client: client.payments.create_hosted({}),
    "getPayment": lambda client: client.payments.get(ID),
    "listPayments": lambda client: client.payments.list(),
    "createRefund": lambda client: client.refunds.create({}),
    "getRefund": lambda client: client.refunds.get(ID),
    "listRefunds": lambda client: client.refunds.list({"payment_id": ID}),
    "createPayout": lambda client: client.payouts.create({}),
    "getPayout": lambda client: client.payouts.get(ID),
    "listPayouts": lambda client: client.payouts.list(),
    "listEvents": lambda client: client.events.list(),
    "getEvent": lambda client: client.events.get(ID),
    "resendEvent": lambda client: client.events.resend(ID),
    "createWebhookEndpoint": lambda client: client.webhook_endpoints.create({}),
    "listWebhookEndpoints": lambda client: client.webhook_endpoints.list(),
    "getWebhookEndpoint": lambda client: client.webhook_endpoints.get(ID),
    "updateWebhookEndpoint": lambda client: client.webhook_endpoints.update(ID, {}),
    "deleteWebhookEndpoint": lambda client: client.webhook_endpoints.remove(ID),
    "rollWebhookSecret": lambda client: client.webhook_endpoints.roll_secret(ID),
    "endWebhookSecretOverlap": lambda client: client.webhook_endpoints.end_secret_overlap(ID),
    "listWebhookDeliveries": lambda client: client.webhook_endpoints.list_deliveries(ID),
    "health": lambda client: client.health(),
}
"""How each operation of the OpenAPI document is called."""


def document():
    return json.loads(DOCUMENT.read_text(encoding="utf-8"))


def operations():
    return [
        (one["operationId"], method.upper(), path, one)
        for path, methods in document()["paths"].items()
        for method, one in methods.items()
        if "operationId" in one
    ]


def has_key(operation):
    given = document()["components"].get("parameters", {})
    parameters = [
        given[one["$ref"].split("/")[-1]] if "$ref" in one else one for one in operation.get("parameters", [])
    ]
    return any(one["name"] == "Idempotency-Key" for one in parameters)


def test_the_methods_are_those_of_the_documents_operations():
    assert {id for id, *_ in operations()} == set(CALLS)


@pytest.mark.parametrize("id,method,path,operation", operations())
def test_an_operation_is_sent_as_the_document_says(scripted, id, method, path, operation):
    platform = scripted({"status": 200})
    platform.call(CALLS[id])
    [request] = platform.sent
    assert (request.method, request.path.split("?")[0]) == (method, re.sub(r"\{\w+\}", ID, path))
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert ("idempotency-key" in request.headers) == has_key(operation)


@pytest.mark.parametrize("wrong", ["", "..", "a/b", "a?b", "%2e%2e", "a\n", None])
def test_no_id_leads_to_another_path(scripted, wrong):
    with pytest.raises(ValueError):
        scripted({"status": 200}).call(lambda client: client.payments.get(wrong))
