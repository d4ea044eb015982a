# A payment whose bank asks its customer: in Sandbox the amount 103000 does.
PAYMENT=$(curl -sS "$FLOWLIX_URL/v1/payments" \
  -H "Authorization: Bearer $FLOWLIX_KEY" \
  -H "Idempotency-Key: $(od -An -N12 -tx1 /dev/urandom | tr -d ' \n')" \
  -H "Content-Type: application/json" \
  -d '{"amount": 103000, "currency": "EUR",
       "payment_method_data": {"type": "card", "card": {
         "number": "4111111111111111", "cvc": "123", "exp_month": 12,
         "exp_year": 2034, "holder_name": "Ada Lovelace"}},
       "customer_ip_address": "203.0.113.7",
       "merchant_customer_id": "customer-1",
       "return_url": "https://shop.example/return"}')
ID=$(echo "$PAYMENT" | sed 's/.*"id":"\([^"]*\)".*/\1/')
BANK=$(echo "$PAYMENT" | sed 's/.*"redirect_url":"\([^"]*\)".*/\1/')

# What the customer does in a browser: answer the bank, come back to us,
# and go on to your return_url.
BACK=$(curl -sS -o /dev/null -w '%{redirect_url}' \
  -d action=complete "$BANK")
curl -sS -o /dev/null -w 'return_url  %{redirect_url}\n' "$BACK"

# What you do when the customer is back: ask for the result.
curl -sS "$FLOWLIX_URL/v1/payments/$ID" \
  -H "Authorization: Bearer $FLOWLIX_KEY"
