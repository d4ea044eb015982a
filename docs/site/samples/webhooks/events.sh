curl -sS "$FLOWLIX_URL/v1/events?limit=5" \
  -H "Authorization: Bearer $FLOWLIX_KEY"
