#!/bin/sh
# Says whether a delivery that you kept is genuine, with openssl alone:
#   WEBHOOK_SECRET=whsec_… sh verify.sh "$FLOWLIX_SIGNATURE" body.json
# The file holds the body's bytes as they came. Anybody on the machine can see a secret that openssl is
# given: use this to look into a problem, not in a server.
set -eu
header=$1
body=$2

time=$(printf %s "$header" | tr ',' '\n' | sed -n 's/^ *t=\([0-9]\{1,\}\)$/\1/p' | head -n 1)
[ -n "$time" ] || { echo "no time in the signature" >&2; exit 1; }
expected=$({ printf %s. "$time"; cat "$body"; } | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" | sed 's/^.*= *//')
# While a secret is being rolled there are several signatures: one that is right is enough.
if printf %s "$header" | tr ',' '\n' | sed 's/^ *//' | grep -qx "v1=$expected"; then
  echo "genuine, signed $(($(date +%s) - time)) seconds ago"
else
  echo "not genuine" >&2
  exit 1
fi
