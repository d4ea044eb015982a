payout=$(curl -sS "$FLOWLIX_URL/v1/payouts" \
  -H "Authorization: Bearer $FLOWLIX_KEY" \
  -H "Idempotency-Key: $(od -An -N12 -tx1 /dev/urandom | tr -d ' \n')" \
  -H "Content-Type: application/json" \
  -d '{
    "amount": 4999,
    "currency": "EUR",
    "destination": {"card_number": "4111111111111111"},
    "initiator_ip_address": "203.0.113.7",
    "recipient": {"first_name": "Łucja", "last_name": "Nowak",
                  "country": "PL"}
  }')
id=$(printf '%s' "$payout" | sed -n 's/.*"id":"\(po_[^"]*\)".*/\1/p')

# Better than asking again: let a webhook tell you.
while printf '%s' "$payout" | grep -Eq '"status":"(PENDING|PROCESSING)"'
do
  sleep 1
  payout=$(curl -sS "$FLOWLIX_URL/v1/payouts/$id" \
    -H "Authorization: Bearer $FLOWLIX_KEY")
done
printf '%s\n' "$payout"
