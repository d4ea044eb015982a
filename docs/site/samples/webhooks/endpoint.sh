curl -sS "$FLOWLIX_URL/v1/webhook_endpoints" \
  -H "Authorization: Bearer $FLOWLIX_KEY" \
  -H "Content-Type: application/json" \
  -d '{"url": "http://127.0.0.1:8080/",
       "enabled_events": ["*"], "description": "Orders"}'
