# Save it as refund.py. Python 3.9 or newer, nothing to install: python3 refund.py
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


refund = call("/v1/refunds", {"payment_id": os.environ["PAYMENT_ID"], "amount": 1200, "reason": "returned"})
# Better than asking again: let a webhook tell you.
while refund["status"] in ("PENDING", "PROCESSING"):
    time.sleep(1)
    refund = call("/v1/refunds/" + refund["id"])
print(refund["id"], refund["status"])
