# PAYMENT_ID names a Payment that has succeeded.
refund=$(curl -sS "$FLOWLIX_URL/v1/refunds" \
  -H "Authorization: Bearer $FLOWLIX_KEY" \
  -H "Idempotency-Key: $(od -An -N12 -tx1 /dev/urandom | tr -d ' \n')" \
  -H "Content-Type: application/json" \
  -d '{"payment_id": "'"$PAYMENT_ID"'",
       "amount": 1200, "reason": "returned"}')
id=$(printf '%s' "$refund" | sed -n 's/.*"id":"\(ref_[^"]*\)".*/\1/p')

# Better than asking again: let a webhook tell you.
while printf '%s' "$refund" | grep -Eq '"status":"(PENDING|PROCESSING)"'
do
  sleep 1
  refund=$(curl -sS "$FLOWLIX_URL/v1/refunds/$id" \
    -H "Authorization: Bearer $FLOWLIX_KEY")
done
printf '%s\n' "$refund"
