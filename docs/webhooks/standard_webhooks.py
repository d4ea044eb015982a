# Receives webhooks with the library of Standard Webhooks (pip install standardwebhooks):
#   WEBHOOK_SECRET=whsec_… PORT=8080 python3 standard_webhooks.py
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

webhook = Webhook(os.environ["WEBHOOK_SECRET"])
BYTES_MAX = 2 << 20
seen = set()  # In your database: a table whose primary key is the event's id.


class Receiver(BaseHTTPRequestHandler):
    timeout = 30  # Nobody keeps a thread by sending nothing.

    def do_POST(self):
        try:
            self.receive()
        except WebhookVerificationError as why:
            self.answer(400, f"{why}\n")  # It stands in the list of deliveries.
        except (ArithmeticError, ValueError, TypeError, KeyError):
            self.answer(400, "no event\n")
        except OSError:
            pass  # They are gone.

    def receive(self):
        length = int(self.headers.get("Content-Length", 0))
        if not 0 <= length <= BYTES_MAX:
            raise ValueError("too long")
        raw_body = self.rfile.read(length)
        event = webhook.verify(raw_body, dict(self.headers))
        if not all(isinstance(event[name], str) and event[name] for name in ("id", "type")):
            raise ValueError("no event")
        if event["id"] not in seen:
            seen.add(event["id"])  # Keep the event, answer, and work on it afterwards.
            print(event["id"], event["type"], flush=True)
        self.answer(204)

    def answer(self, status, text=""):
        self.send_response(status)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *args):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver)
    print("listening on", server.server_address[1], flush=True)
    server.serve_forever()
