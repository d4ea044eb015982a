import base64
import email.message
import hashlib
import hmac
import time

import pytest

from flowlix import WebhookError, verify_webhook


def secret(byte):
    return "whsec_" + base64.b64encode(bytes([byte]) * 32).decode()


SECRET, OTHER = secret(7), secret(8)
BODY = '{"id": "evt_1", "type": "payment.succeeded", "data": {"payment": {"id": "pay_1"}}, "ä": 1}'.encode()


def delivery(secret=SECRET, at=None, body=BODY):
    seconds = str(int(time.time() if at is None else at))
    key = base64.b64decode(secret[6:])
    signature = hmac.new(key, b"evt_1." + seconds.encode() + b"." + body, hashlib.sha256).digest()
    return {
        "webhook-id": "evt_1",
        "webhook-timestamp": seconds,
        "webhook-signature": "v1," + base64.b64encode(signature).decode(),
    }


def code_of(*args, **options):
    with pytest.raises(WebhookError) as raised:
        verify_webhook(*args, **options)
    return raised.value.code


def as_message(headers):
    message = email.message.Message()
    for name, value in headers.items():
        message[name.title()] = value
    return message


def test_a_delivery_is_genuine_as_text_and_bytes_with_headers_of_any_framework():
    headers = delivery()
    for given in (
        headers,
        {name.upper(): value for name, value in headers.items()},
        list(headers.items()),
        [(name.encode(), value.encode()) for name, value in headers.items()],
        as_message(headers),
    ):
        for body in (BODY, BODY.decode(), bytearray(BODY), memoryview(BODY)):
            assert verify_webhook(body, given, SECRET)["id"] == "evt_1"


def test_another_secret_or_body_or_id_or_a_signature_that_cannot_be_read_is_refused():
    headers = delivery()
    assert code_of(BODY, headers, OTHER) == "webhook_signature_wrong"
    assert code_of(BODY + b" ", headers, SECRET) == "webhook_signature_wrong"
    for changed in (
        {"webhook-id": "evt_2"},
        {"webhook-signature": "v1,"},
        {"webhook-signature": "v1"},
        {"webhook-signature": "v1,ä"},
        {"webhook-signature": "v1,\udcff"},
        {"webhook-id": "\udcff"},
        {"webhook-signature": headers["webhook-signature"].replace("v1", "v2")},
        {"webhook-signature": headers["webhook-signature"].replace("v1", "v1a")},
        {"webhook-signature": "v1," + hmac.new(SECRET.encode(), BODY, hashlib.sha256).hexdigest()},
    ):
        assert code_of(BODY, {**headers, **changed}, SECRET) == "webhook_signature_wrong", changed


def test_a_missing_header_and_a_time_outside_of_the_tolerance_are_refused():
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        headers = {key: value for key, value in delivery().items() if key != name}
        assert code_of(BODY, headers, SECRET) == "webhook_headers_missing"
    for at in (time.time() - 302, time.time() + 302):
        assert code_of(BODY, delivery(at=at), SECRET) == "webhook_timestamp_refused"
    for text in ("", "soon", "1e9", "-1", "١٢", "1\n", "9" * 13):
        assert code_of(BODY, {**delivery(), "webhook-timestamp": text}, SECRET) == "webhook_timestamp_refused"
    verify_webhook(BODY, delivery(at=time.time() - 302), SECRET, tolerance=600)


def test_a_delivery_is_genuine_while_a_secret_is_being_rolled_whoever_has_either():
    both = " ".join(one["webhook-signature"] for one in (delivery(secret=OTHER), delivery()))
    for secrets in (SECRET, OTHER, [OTHER, SECRET]):
        verify_webhook(BODY, {**delivery(), "webhook-signature": both}, secrets)
    verify_webhook(BODY, delivery(), [OTHER, SECRET])


def test_a_body_that_was_parsed_and_a_secret_that_is_none_are_mistakes_of_the_program():
    with pytest.raises(TypeError):
        verify_webhook({"id": "evt_1"}, delivery(), SECRET)
    for wrong in ("", [], "secret", "whsec_", "whsec_*", "whsec_ä"):
        with pytest.raises(ValueError) as raised:
            verify_webhook(BODY, delivery(), wrong)
        assert not isinstance(raised.value, WebhookError)


def test_a_genuine_delivery_that_is_no_event_is_refused():
    for body in (b"[", b"[]", b"{}", b"\xff"):
        assert code_of(body, delivery(body=body), SECRET) == "webhook_body_unreadable"
