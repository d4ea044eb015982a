# Save it as create.py. Python 3.9 or newer, nothing to install: python3 create.py
import json
import os
import random
import time
import urllib.error
import urllib.request

TRIES_MAX = 8
ANSWER_S = 30  # Longer than the platform takes for an answer of its own: 25 s, 28 s at most.
PASSING = ("idempotency_key_in_use", "object_state_conflict")


class Refused(Exception):
    pass


def create(path, body, key):
    """
    Sends a create until it is answered. The key stays the same for all tries, so nothing is made twice;
    it is made and stored by the caller, together with the order, before the first try.
    """
    for tries in range(1, TRIES_MAX + 1):
        wait = min(2 ** (tries - 1), 10) * random.uniform(0.5, 1)
        request = urllib.request.Request(
            os.environ["FLOWLIX_URL"] + path,
            headers={
                "Authorization": "Bearer " + os.environ["FLOWLIX_KEY"],
                "Idempotency-Key": key,
                "Content-Type": "application/json",
            },
            data=json.dumps(body).encode(),
        )
        try:
            return json.load(urllib.request.urlopen(request, timeout=ANSWER_S))
        except urllib.error.HTTPError as answer:
            error = json.load(answer)["error"]
            # After these the same request is sent again; everything else is corrected first.
            if not (answer.code == 429 or answer.code >= 500 or error["code"] in PASSING) or tries == TRIES_MAX:
                raise Refused(error["code"] + ": " + error["message"])
            wait = max(wait, float(answer.headers.get("Retry-After", 0)))
        except OSError:
            # No answer: the object may exist, so only the same key may follow.
            if tries == TRIES_MAX:
                raise
        time.sleep(wait)


payment = create(
    "/v1/payments/hpp",
    {
        "amount": 4999,
        "currency": "EUR",
        "merchant_customer_id": "customer-1",
        "return_url": "https://shop.example/return",
    },
    os.environ.get("ORDER_KEY", "order-1234-payment-1"),
)
print(payment["id"], payment["status"])
