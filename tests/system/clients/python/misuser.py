"""Each line with `# wrong` is one that a type checker refuses (tests/system/clients/python.test.ts)."""

import flowlix

client = flowlix.Flowlix()
client.payments.create({"amount": 1})  # wrong
client.payments.get("pay_1", idempotency_key="1")  # wrong
client.payments.each({"status": ["SUCCEDED"]})  # wrong
client.refunds.create({"payment_id": "pay_1", "amount": "49.99", "reason": "returned"})  # wrong
client.payments.get("pay_1")["state"]  # wrong
