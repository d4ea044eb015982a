import os

import flowlix

client = flowlix.Flowlix()

refund = client.refunds.create({
    "payment_id": os.environ["PAYMENT_ID"],
    "amount": 1200,
    "reason": "returned",
})
print(client.refunds.wait(refund["id"])["status"])
