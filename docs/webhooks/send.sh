#!/bin/sh
# Sends a body to a receiver of yours, signed in both ways as a delivery is, with openssl and curl:
#   WEBHOOK_SECRET=whsec_… sh send.sh http://127.0.0.1:8080/ body.json
# Prints the status that the receiver answers.
set -eu
url=$1
body=$2

time=$(date +%s)
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
