# Save it as pay.py. Python 3.9 or newer, nothing to install: python3 pay.py
import json
import os
import urllib.error
import urllib.request
import uuid

request = urllib.request.Request(
    os.environ["FLOWLIX_URL"] + "/v1/payments",
    headers={
        "Authorization": "Bearer " + os.environ["FLOWLIX_KEY"],
        "Idempotency-Key": str(uuid.uuid4()),  # Keep it with your order before you send.
        "Content-Type": "application/json",
    },
    data=json.dumps({
        "amount": 4999,
        "currency": "EUR",
        "payment_method_data": {
            "type": "card",
            "card": {
                "number": "4111111111111111",
                "exp_month": 12,
                "exp_year": 2034,
                "cvc": "123",
                "holder_name": "Ada Lovelace",
            },
        },
        "customer_ip_address": "203.0.113.7",
        "merchant_customer_id": "customer-1",
        "return_url": "https://shop.example/return",
    }).encode(),
)

try:
    payment = json.load(urllib.request.urlopen(request, timeout=30))
    print(payment["id"], payment["status"])
except urllib.error.HTTPError as refused:
    error = json.load(refused)["error"]
    raise SystemExit(error["code"] + ": " + error["message"])
