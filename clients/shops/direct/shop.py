"""
An example shop with a card form of its own: Direct Payments with the Python client and the standard library.

FLOWLIX_URL and FLOWLIX_KEY say where the platform is; SHOP_CERTIFICATE is a PEM file with key and certificate, since a
`return_url` is HTTPS. SHOP_PORT is 4445 where absent, and webhooks come to the port after it; 0 is any two that are free.
"""

from __future__ import annotations

import html
import os
import secrets
import signal
import ssl
import sys
import threading
import uuid
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Callable, Dict, List, Optional, Tuple
from urllib.parse import parse_qs, urlsplit

import flowlix
from flowlix.types import Payment

HOST = "127.0.0.1"
PATIENCE = 20.0
"""Seconds that a customer waits for us; then they are asked to try again, which is safe."""
BODY_BYTES_MAX = 1_000_000

# In Sandbox the amount decides what happens, for any card with a right check digit.
PRODUCTS = {
    "print": ("A print of the harbour", 4_999, "paid"),
    "lamp": ("A lamp", 100_051, "your bank declines"),
    "chair": ("A chair", 103_000, "your bank asks you"),
}
CARDS = ["4111 1111 1111 1111", "5555 5555 5555 4444", "3530 1113 3330 0000"]


@dataclass
class Order:
    id: str
    """Nobody can guess it: who knows an order's address may see it. Your shop has its customers' accounts for that."""
    product: str
    amount: int
    ip_address: str
    """Of the customer when they ordered: a try that is repeated has to say the same."""
    reference: int = field(default_factory=lambda: 10**9 + secrets.randbelow(9 * 10**9))
    """Its own `merchant_reference`: what a search finds a Payment by whose id never came."""
    payments: List[str] = field(default_factory=list)
    """The newest last. A next one begins only when the one before can take no money any more."""
    paid_by: Optional[str] = None


class Orders:
    """In memory, so that the example needs no database: a stop forgets them. In your shop each is a row."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._by_id: Dict[str, Order] = {}

    def find(self, id: str) -> Optional[Order]:
        return self._by_id.get(id)

    def placed(self, id: str, product: str, ip_address: str) -> Order:
        """The order that a form placed; the same one where the form is sent twice."""
        name, amount, _ = PRODUCTS[product]
        with self._lock:
            return self._by_id.setdefault(id, Order(id, name, amount, ip_address))

    def keep(self, order: Order, payment: Payment) -> None:
        with self._lock:
            if payment["id"] not in order.payments:
                order.payments.append(payment["id"])

    def mark_paid(self, payment: Payment) -> Optional[Order]:
        """The order, where this call was the one that did it: `update … set paid_by = $2 where paid_by is null`."""
        with self._lock:
            for order in self._by_id.values():
                if payment["id"] in order.payments and order.paid_by is None:
                    order.paid_by = payment["id"]
                    return order
        return None


class Checkout:
    """The way of an order to its money. Everything that learns of a Payment ends in `settle`."""

    def __init__(self, client: flowlix.Flowlix, orders: Orders, url: str) -> None:
        self._client = client
        self._orders = orders
        self._url = url

    def pay(self, order: Order, form: Dict[str, str]) -> Payment:
        # Before the read: of two clicks the slower one would else count the faster one's Payment, and charge again.
        known = list(order.payments)
        last = self.read(order)
        while last is None or last["status"] in ("FAILED", "EXPIRED"):  # Else a second one could charge twice.
            try:
                last = self._create(order, form, attempt=len(known) + 1)
                self._orders.keep(order, last)
                self.settle(last)
                return last
            except flowlix.ConflictError as error:
                if error.code != "idempotency_key_reused":
                    raise
                # This try was sent before with another card, and no answer came. What became of that?
                last = self._unanswered(order, known)
                if last is None:
                    raise  # Not known yet. Never go on with a new key: both cards could be charged.
                known.append(last["id"])
        return last

    def _unanswered(self, order: Order, known: List[str]) -> Optional[Payment]:
        """The order's oldest Payment that is not known yet."""
        found = self._client.payments.list({"search": str(order.reference), "limit": 100}, deadline=PATIENCE)
        customer = _customer(order)
        mine = [one for one in found["data"] if one["merchant_customer_id"] == customer and one["id"] not in known]
        if not mine:
            return None
        self._orders.keep(order, mine[-1])
        self.settle(mine[-1])
        return mine[-1]

    def _create(self, order: Order, form: Dict[str, str], attempt: int) -> Payment:
        return self._client.payments.create(
            {
                "amount": order.amount,
                "currency": "EUR",
                "description": order.product,
                # Neither kept nor printed: it goes from the form to the platform.
                "payment_method_data": {
                    "type": "card",
                    "card": {
                        "number": form.get("number", "").replace(" ", ""),
                        "exp_month": _number(form.get("exp_month")),
                        "exp_year": _number(form.get("exp_year")),
                        "cvc": form.get("cvc", ""),
                        "holder_name": form.get("holder_name", ""),
                    },
                },
                "customer_ip_address": order.ip_address,
                "merchant_customer_id": _customer(order),
                "merchant_reference": order.reference,
                "return_url": f"{self._url}/orders/{order.id}",
            },
            # The order and the number of the try: neither a double click nor a form that is sent again because no
            # answer came makes a second one.
            idempotency_key=f"{order.id}-{attempt}",
            deadline=PATIENCE,
        )

    def read(self, order: Order) -> Optional[Payment]:
        """The order's Payment as it is now. What is on the return URL is a hint that anybody can write."""
        if not order.payments:
            return None
        payment = self._client.payments.get(order.paid_by or order.payments[-1], deadline=PATIENCE)
        self.settle(payment)
        return payment

    def settle(self, payment: Payment) -> None:
        """Marks an order as paid, at most once: an answer, a webhook and its repeat can all tell of it."""
        order = self._orders.mark_paid(payment) if payment["status"] == "SUCCEEDED" else None
        if order is not None:
            print(f"Order {order.id} is paid: send {order.product}.", flush=True)

    def refund(self, order: Order) -> None:
        """Gives all of it back. In your shop somebody of yours decides that, and not the customer."""
        if order.paid_by is None:
            return
        self._client.refunds.create(
            {"payment_id": order.paid_by, "amount": order.amount, "reason": "returned"},
            idempotency_key=f"{order.id}-refund",
            deadline=PATIENCE,
        )


def _customer(order: Order) -> str:
    return f"guest-{order.id}"


def _number(text: Optional[str]) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 5 else 0


class Server(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """Says nothing of a visitor who hangs up, or whose browser does not trust the certificate yet."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30

    def bytes_of(self) -> bytes:
        """The bytes as they came, for which the sender says a length that we bear."""
        length = int(self.headers.get("content-length") or 0)
        if not 0 <= length <= BODY_BYTES_MAX:
            raise ValueError("the body is too long")
        return self.rfile.read(length)

    def reply(self, status: int, body: str = "", **headers: str) -> None:
        content = body.encode()
        self.send_response(status)
        for name, value in {
            "content_length": str(len(content)),
            "cache_control": "no-store",
            **headers,
        }.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Nothing: what is worth a line is printed where it happens."""


def pages(orders: Orders, checkout: Checkout, url: str) -> type[Handler]:
    class Pages(Handler):
        def do_GET(self) -> None:
            path = urlsplit(self.path).path
            order = orders.find(path[len("/orders/") :]) if path.startswith("/orders/") else None
            if path == "/":
                self.html(200, *form_page(str(uuid.uuid4())))
            elif path == "/style.css":
                self.reply(200, STYLE, content_type="text/css")
            elif order is not None:
                self.attempt(lambda: self.html(200, *order_page(order, checkout.read(order))))
            else:
                self.html(404, "Not found", "")

        def do_POST(self) -> None:
            form = {
                name: values[0]
                for name, values in parse_qs(self.bytes_of().decode("utf-8", "replace")).items()
            }
            _, _, id, action = (*self.path.split("/"), "", "", "")[:4]
            order = orders.find(id)
            if self.headers.get("sec-fetch-site", "same-origin") != "same-origin":
                self.html(403, "Not from here", "")
            elif not self.path.startswith("/orders/") or not _is_uuid(id):
                self.html(404, "Not found", "")
            elif action == "pay" and form.get("product") in PRODUCTS:
                placed = orders.placed(id, form["product"], self.client_address[0])
                self.attempt(lambda: self.pay(placed, form), card_form(placed))
            elif action == "refund" and order is not None:
                self.attempt(lambda: self.give_back(order))
            else:
                self.html(404, "Not found", "")

        def pay(self, order: Order, form: Dict[str, str]) -> None:
            """On to the bank where it asks its customer, else to the order."""
            action = checkout.pay(order, form)["next_action"]
            self.see(f"/orders/{order.id}" if action is None else action["redirect_url"])

        def give_back(self, order: Order) -> None:
            checkout.refund(order)
            self.see(f"/orders/{order.id}")

        def attempt(self, do: Callable[[], None], way_out: str = "") -> None:
            try:
                do()
            except flowlix.CallError as error:
                print(error, file=sys.stderr, flush=True)  # Its words are for you and not for your customers.
                if isinstance(error, flowlix.InvalidRequestError) and (error.param or "").startswith(
                    "payment_method"
                ):
                    self.html(422, "Look at the card again", way_out)
                else:
                    # The same key goes with what the customer sends then: nothing is charged twice.
                    self.html(502, "Please try again", f"<p>There was no answer.</p>{way_out}")

        def see(self, location: str) -> None:
            self.reply(303, location=location)

        def html(self, status: int, title: str, body: str, refresh: bool = False) -> None:
            self.reply(
                status,
                _page(title, body, refresh),
                content_type="text/html; charset=utf-8",
                content_security_policy="default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
                referrer_policy="no-referrer",
            )

    return Pages


def receiver(checkout: Checkout, secret: str) -> type[Handler]:
    class Receiver(Handler):
        def do_POST(self) -> None:
            try:
                event = flowlix.verify_webhook(self.bytes_of(), self.headers, secret)
            except (flowlix.WebhookError, ValueError):
                self.close_connection = True
                self.reply(400)
                return
            if event["type"] == "payment.succeeded":
                checkout.settle(event["data"]["payment"])
            self.reply(204)

    return Receiver


Shown = Tuple[str, str]
"""A title and what stands under it."""


def form_page(order_id: str) -> Shown:
    choice = "".join(
        f'<label><input type="radio" name="product" value="{id}" {"checked" if id == "print" else ""}>'
        f"{_text(name)}, {_euros(amount)} ({hint})</label>"
        for id, (name, amount, hint) in PRODUCTS.items()
    )
    note = (
        "<small>Nothing is charged in Sandbox, and the price decides what happens, whatever the card.</small>"
    )
    return "The shop", _card_form(order_id, f"<fieldset><legend>What</legend>{choice}</fieldset>") + note


def order_page(order: Order, payment: Optional[Payment]) -> Tuple[str, str, bool]:
    """What has become of an order, as far as its Payment says; it looks again by itself while that may change."""
    what = f"<p>{_text(order.product)}, {_euros(order.amount)}.</p>"
    status = None if payment is None else payment["status"]
    if payment is not None and status == "SUCCEEDED":
        given_back = {refund["status"] for refund in payment["refunds"]}
        if "SUCCEEDED" in given_back:
            return "Given back", f"{what}<p>The money is on its way back to your card.</p>", False
        if given_back - {"FAILED"}:
            return "Being given back", f"{what}<p>This page looks again by itself.</p>", True
        if given_back:
            return "Paid", f"{what}<p>It could not be given back: please call us.</p>", False
        button = _button(f"/orders/{order.id}/refund", "Give it back")
        return "Paid. Thank you!", f"{what}<p>Your order is on its way.</p>{button}", False
    if status in ("PENDING", "PROCESSING"):
        return "One moment", f"{what}<p>We wait for your bank. This page looks again by itself.</p>", True
    if payment is not None and payment["next_action"] is not None:
        link = _text(payment["next_action"]["redirect_url"])
        return (
            "Not paid yet",
            f'{what}<p>Your bank asks you: <a href="{link}">go on to your bank</a>.</p>',
            False,
        )
    if status is None:
        return "Not paid", f"{what}{card_form(order)}", False
    return "Not paid", f"{what}<p>Nothing was charged. Another card may work.</p>{card_form(order)}", False


def card_form(order: Order) -> str:
    product = next(id for id, (name, *_) in PRODUCTS.items() if name == order.product)
    return _card_form(order.id, f'<input type="hidden" name="product" value="{product}">')


def _card_form(order_id: str, first: str) -> str:
    cards = "".join(f'<option value="{number}">' for number in CARDS)
    fields = "".join(
        f'<label {css}>{label}<input name="{name}" value="{value}" autocomplete="cc-{auto}" required {more}></label>'
        for label, name, value, auto, css, more in (
            ("Card number", "number", CARDS[0], "number", 'class="wide"', 'inputmode="numeric" list="cards"'),
            ("Month", "exp_month", "12", "exp-month", "", 'inputmode="numeric"'),
            ("Year", "exp_year", "2034", "exp-year", "", 'inputmode="numeric"'),
            ("Security code", "cvc", "123", "csc", "", 'inputmode="numeric"'),
            ("Name on the card", "holder_name", "Ada Lovelace", "name", 'class="wide"', ""),
        )
    )
    return (
        f'<form method="post" action="/orders/{order_id}/pay">{first}{fields}'
        f'<datalist id="cards">{cards}</datalist><button>Pay</button></form>'
    )


def _button(action: str, label: str) -> str:
    return f'<form method="post" action="{action}"><button>{label}</button></form>'


def _page(title: str, body: str, refresh: bool) -> str:
    again = '<meta http-equiv="refresh" content="2">' if refresh else ""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">{again}'
        f'<meta name="viewport" content="width=device-width"><title>{title}</title>'
        f'<link rel="stylesheet" href="/style.css"></head>'
        f'<body><main><h1>{title}</h1>{body}<p><a href="/">All products</a></p></main></body></html>'
    )


def _text(value: str) -> str:
    return html.escape(value)


def _euros(amount: int) -> str:
    return f"€{amount / 100:,.2f}"


def _is_uuid(text: str) -> bool:
    try:
        return str(uuid.UUID(text)) == text
    except ValueError:
        return False


STYLE = """
  body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 3rem auto; padding: 0 1rem;
    color: #1c2733; background: #fff; }
  form { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1rem; }
  fieldset, .wide { grid-column: 1 / -1; }
  fieldset { margin: 0; padding: 0; border: 0; }
  fieldset label { display: block; padding: .3rem 0; }
  input[type=radio] { margin: 0 .5rem 0 0; }
  input:not([type=radio]) { display: block; box-sizing: border-box; width: 100%; font: inherit; padding: .4rem;
    color: inherit; background: inherit; border: 1px solid #6b7885; border-radius: .3rem; }
  button { justify-self: start; font: inherit; padding: .5rem 1rem; border: 0; border-radius: .4rem; color: #fff; background: #1d3b5c; }
  small { display: block; color: #4a5a6a; margin-top: 2rem; }
  @media (prefers-color-scheme: dark) {
    body { color: #e6ebf0; background: #14191f; } small, a { color: #b3c0cd; } button { background: #3a6ea5; }
  }
"""


def main() -> None:
    client = flowlix.Flowlix()
    port = int(os.environ.get("SHOP_PORT", "4445"))
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(os.environ["SHOP_CERTIFICATE"])

    try:
        shop = Server((HOST, port), Handler)
        webhooks = Server((HOST, port and port + 1), Handler)
    except OSError:
        raise ValueError(f"Port {port} or {port + 1} is taken: set SHOP_PORT to another one.") from None
    # The handshake is left to the thread of its connection, so that a slow one holds nobody up.
    shop.socket = tls.wrap_socket(shop.socket, server_side=True, do_handshake_on_connect=False)
    url = f"https://{HOST}:{shop.server_address[1]}"
    webhook_url = f"http://{HOST}:{webhooks.server_address[1]}/"

    for endpoint in client.webhook_endpoints.each():  # Of a shop that was killed.
        if endpoint["url"] == webhook_url:
            client.webhook_endpoints.remove(endpoint["id"])
    # Before there is an endpoint, so that no signal leaves it behind. They wait until they are asked for: a handler that
    # a second signal interrupts, as Ctrl-C in a terminal sends two, could wait for a lock that it holds itself.
    stops = {signal.SIGINT, signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, stops)
    endpoint = client.webhook_endpoints.create({"url": webhook_url, "enabled_events": ["payment.succeeded"]})
    orders = Orders()
    checkout = Checkout(client, orders, url)
    shop.RequestHandlerClass = pages(orders, checkout, url)
    webhooks.RequestHandlerClass = receiver(checkout, endpoint["secret"])
    for server in (shop, webhooks):
        threading.Thread(target=server.serve_forever, daemon=True).start()
    print(
        f"\n  The shop is open at {url}/\n"
        f"  Your browser warns of it once: its certificate was made here. Webhooks come to {webhook_url}\n"
        "  Stop with Ctrl-C.\n",
        flush=True,
    )
    signal.sigwait(stops)
    client.webhook_endpoints.remove(endpoint["id"])


if __name__ == "__main__":
    try:
        main()
    except (flowlix.FlowlixError, ValueError) as error:
        sys.exit(str(error))  # The client says in words what is missing or refused, and repeats no key.
