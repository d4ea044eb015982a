curl -sS "$FLOWLIX_URL/v1/payments" \
  -H "Authorization: Bearer $FLOWLIX_KEY" \
  -H "Idempotency-Key: $(od -An -N12 -tx1 /dev/urandom | tr -d ' \n')" \
  -H "Content-Type: application/json" \
  -d '{
    "amount": 4999,
    "currency": "EUR",
    "payment_method_data": {
      "type": "apple_pay",
      "apple_pay": {
        "format": "decrypted",
        "data": {
          "card": {"number": "4895370012003478",
                   "exp_month": 12, "exp_year": 2034},
          "cryptogram": "AgAAAAAABk4DWZ4C28yUQAAAAAA=",
          "eci": "05"
        }
      }
    },
    "customer_ip_address": "203.0.113.7",
    "merchant_customer_id": "customer-1",
    "return_url": "https://shop.example/return"
  }'
