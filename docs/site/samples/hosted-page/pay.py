# Save it as pay.py. Python 3.9 or newer, nothing to install: python3 pay.py
import json
import os
import urllib.request
import uuid

request = urllib.request.Request(
    os.environ["FLOWLIX_URL"] + "/v1/payments/hpp",
    headers={
        "Authorization": "Bearer " + os.environ["FLOWLIX_KEY"],
        "Idempotency-Key": str(uuid.uuid4()),
        "Content-Type": "application/json",
    },
    data=json.dumps({
        "amount": 4999,
        "currency": "EUR",
        "description": "Two tickets",
        "merchant_customer_id": "customer-1",
        "return_url": "https://shop.example/return",
    }).encode(),
)

payment = json.load(urllib.request.urlopen(request, timeout=30))
# Keep payment["id"] with the order, then answer your customer's browser with a redirect:
print(payment["next_action"]["redirect_url"])
