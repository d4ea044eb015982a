# PAYMENT_ID names a Payment that has succeeded.
curl -sS "$FLOWLIX_URL/v1/refunds" \
  -H "Authorization: Bearer $FLOWLIX_KEY" \
  -H "Idempotency-Key: $(od -An -N12 -tx1 /dev/urandom | tr -d ' \n')" \
  -H "Content-Type: application/json" \
  -d '{"payment_id": "'"$PAYMENT_ID"'",
       "amount": 1200, "reason": "returned"}'
