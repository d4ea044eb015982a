# Save it as payout.py. Python 3.9 or newer, nothing to install: python3 payout.py
import json
import os
import time
import urllib.request
import uuid

URL, KEY = os.environ["FLOWLIX_URL"], os.environ["FLOWLIX_KEY"]


def call(path, body=None):
    headers = {"Authorization": "Bearer " + KEY}
    if body is not None:
        headers["Idempotency-Key"] = str(uuid.uuid4())
        headers["Content-Type"] = "application/json"
    data = None if body is None else json.dumps(body).encode()
    return json.load(urllib.request.urlopen(urllib.request.Request(URL + path, data, headers), timeout=30))


payout = call("/v1/payouts", {
    "amount": 4999,
    "currency": "EUR",
    "destination": {"card_number": "4111111111111111"},
    "initiator_ip_address": "203.0.113.7",
    "recipient": {"country": "PL", "first_name": "Łucja", "last_name": "Nowak"},
})
# Better than asking again: let a webhook tell you.
while payout["status"] in ("PENDING", "PROCESSING"):
    time.sleep(1)
    payout = call("/v1/payouts/" + payout["id"])
print(payout["id"], payout["status"])
