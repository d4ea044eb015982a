# Save it as refund.py. Python 3.9 or newer: .venv/bin/python refund.py
# The payment printed its id; first: export PAYMENT_ID=pay_…
import os

import flowlix

client = flowlix.Flowlix()

refund = client.refunds.create({
    "payment_id": os.environ["PAYMENT_ID"],
    "amount": 1200,
    "reason": "returned",
})
print(client.refunds.wait(refund["id"])["status"])
