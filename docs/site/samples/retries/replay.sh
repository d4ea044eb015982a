# The same request twice, with the same key: the second answer is the first one again.
ORDER_KEY=$(od -An -N12 -tx1 /dev/urandom | tr -d ' \n')
for TRY in first second; do
  curl -sS -D - -o /dev/null "$FLOWLIX_URL/v1/payments/hpp" \
    -H "Authorization: Bearer $FLOWLIX_KEY" \
    -H "Idempotency-Key: $ORDER_KEY" \
    -H "Content-Type: application/json" \
    -d '{"amount": 4999, "currency": "EUR",
         "merchant_customer_id": "customer-1",
         "return_url": "https://shop.example/return"}' |
    grep -i -e '^HTTP' -e '^idempotent-replayed'
done
