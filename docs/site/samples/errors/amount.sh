curl -sS "$FLOWLIX_URL/v1/payments/hpp" \
  -H "Authorization: Bearer $FLOWLIX_KEY" \
  -H "Idempotency-Key: $(od -An -N12 -tx1 /dev/urandom | tr -d ' \n')" \
  -H "Content-Type: application/json" \
  -d '{"amount": "49.99", "currency": "EUR",
       "merchant_customer_id": "customer-1",
       "return_url": "https://shop.example/return"}'
