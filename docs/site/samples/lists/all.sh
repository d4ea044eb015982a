curl -sS -G "$FLOWLIX_URL/v1/payments" \
  -H "Authorization: Bearer $FLOWLIX_KEY" \
  -d limit=20 -d status=SUCCEEDED -d currency=EUR \
  --data-urlencode "amount[gte]=1000"
