import base64
import hashlib
import hmac
import json
import time

from flowlix import verify_webhook

LATER = {
    "id": "pay_1",
    "status": "IN_REVIEW",
    "failure_code": "stolen_by_pirates",
    "payment_method": {"type": "carrier_pigeon", "carrier_pigeon": {"ring": 7}},
    "later": [{"field": None}],
}
"""Values and fields that no document of today knows."""


def answer(body):
    return {"status": 200, "body": body}


def test_what_a_later_release_adds_comes_as_it_was_sent_in_objects_and_lists(scripted):
    assert scripted(answer(LATER)).call(lambda client: client.payments.get("pay_1")) == LATER
    page = {"data": [LATER], "has_more": False, "later": 1}
    assert scripted(answer(page)).call(lambda client: client.payments.each()) == [LATER]


def test_an_event_of_a_type_that_is_not_known_is_genuine_and_comes_as_it_was_sent():
    event = {"id": "evt_1", "type": "mandate.revoked", "data": {"mandate": LATER}}
    body, key, seconds = json.dumps(event).encode(), bytes(32), str(int(time.time()))
    signature = hmac.new(key, b"evt_1." + seconds.encode() + b"." + body, hashlib.sha256).digest()
    headers = {
        "webhook-id": "evt_1",
        "webhook-timestamp": seconds,
        "webhook-signature": "v1," + base64.b64encode(signature).decode(),
    }
    assert verify_webhook(body, headers, "whsec_" + base64.b64encode(key).decode()) == event


def test_a_status_that_is_not_known_has_not_ended_and_is_read_again_until_the_time_is_over(scripted):
    ended = {"id": "pay_1", "status": "SUCCEEDED"}
    platform = scripted(answer(LATER), answer(LATER), answer(ended))
    assert platform.call(lambda client: client.payments.wait("pay_1")) == ended
    assert (len(platform.sent), platform.pauses) == (3, [1.0, 1.0])
    platform = scripted(answer(LATER))
    assert platform.call(lambda client: client.payments.wait("pay_1", for_seconds=2)) == LATER
    assert len(platform.sent) == 3
