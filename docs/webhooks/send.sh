#!/bin/sh
# Sends an event to a receiver of yours, signed in both ways as a delivery is, with openssl and curl:
#   WEBHOOK_SECRET=whsec_… sh send.sh http://127.0.0.1:8080/
#   WEBHOOK_SECRET=whsec_… sh send.sh http://127.0.0.1:8080/ body.json   # a body of yours
# Prints the status that the receiver answers.
set -eu
url=$1
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
time=$(date +%s)

body=${2:-$folder/body.json}
if [ $# -lt 2 ]; then
  id=evt_$(od -An -N12 -tx1 /dev/urandom | tr -d ' \n')
  cat > "$body" <<EVENT
{
  "id": "$id",
  "type": "payout.succeeded",
  "created_at": $time,
  "livemode": false,
  "data": {
    "payout": {
      "id": "po_0U6tq1mT3n8vXqLrS2bKfWzA",
      "amount": 4999,
      "currency": "EUR",
      "merchant_reference": null,
      "destination": { "card_brand": "visa", "card_last4": "1111" },
      "recipient": { "first_name": "Łucja", "last_name": "Nowak", "country": "PL" },
      "status": "SUCCEEDED",
      "created_at": $time,
      "updated_at": $time,
      "completed_at": $time,
      "livemode": false
    }
  }
}
EVENT
fi

id=$(sed -n 's/.*"id": *"\(evt_[A-Za-z0-9]*\)".*/\1/p' "$body" | head -n 1)
# The key of Flowlix-Signature is the secret's whole text ...
hex=$({ printf %s. "$time"; cat "$body"; } | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" | sed 's/^.*= *//')
# ... and that of Standard Webhooks the bytes that its base64 stands for.
key=$(printf %s "${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
base64=$({ printf %s.%s. "$id" "$time"; cat "$body"; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)

curl -sS -o /dev/null -w '%{http_code}\n' --data-binary "@$body" \
  -H 'content-type: application/json' \
  -H "flowlix-signature: t=$time,v1=$hex" \
  -H "webhook-id: $id" -H "webhook-timestamp: $time" -H "webhook-signature: v1,$base64" \
  "$url"
