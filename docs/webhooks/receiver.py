# Receives webhooks with nothing but Python 3:  WEBHOOK_SECRET=whsec_… PORT=8080 python3 receiver.py
import hashlib
import hmac
import json
import os
import re
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["WEBHOOK_SECRET"].encode()
TOLERANCE_SECONDS = 300
BYTES_MAX = 2 << 20


def why_refused(header: str, raw_body: bytes, secret: bytes = SECRET) -> "str | None":
    """None where Flowlix-Signature is that of this secret over these bytes, made within five minutes; else why not."""
    parts = [part.strip().partition("=") for part in header.split(",")]
    times = [value for name, _, value in parts if name == "t"]
    if not times or not re.fullmatch("[0-9]{1,12}", times[0]):
        return "no Flowlix-Signature with a time"
    if abs(time.time() - int(times[0])) > TOLERANCE_SECONDS:
        return "too old: not signed within five minutes of this clock"
    signed = times[0].encode() + b"." + raw_body
    expected = hmac.new(secret, signed, hashlib.sha256).hexdigest().encode()
    # While a secret is being rolled there are several signatures: one that is right is enough.
    given = [value.encode() for name, _, value in parts if name == "v1"]
    if any(hmac.compare_digest(expected, one) for one in given):
        return None
    return "bad signature: another secret, or not the bytes as they came"


class Refusal(ValueError):
    """What the answer says: it stands in the list of deliveries and in the workbench."""


seen = set()  # In your database: a table whose primary key is the event's id.


class Receiver(BaseHTTPRequestHandler):
    timeout = 30  # Nobody keeps a thread by sending nothing.

    def do_POST(self):
        try:
            self.receive()
        except Refusal as why:
            self.answer(400, f"{why}\n")
        except (ValueError, TypeError, KeyError):
            self.answer(400, "no event\n")
        except OSError:
            pass  # They are gone.

    def receive(self):
        length = int(self.headers.get("Content-Length", 0))
        if not 0 <= length <= BYTES_MAX:
            raise Refusal("too long")
        raw_body = self.rfile.read(length)
        why = why_refused(self.headers.get("Flowlix-Signature", ""), raw_body)
        if why is not None:
            raise Refusal(why)
        event = json.loads(raw_body)
        if not all(isinstance(event[name], str) and event[name] for name in ("id", "type")):
            raise Refusal("no event")
        if event["id"] not in seen:
            seen.add(event["id"])  # Keep the event, answer, and work on it afterwards.
            print(event["id"], event["type"], flush=True)
        self.answer(204)

    def answer(self, status, text=""):
        self.send_response(status)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *args):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver)
    print("listening on", server.server_address[1], flush=True)
    server.serve_forever()
