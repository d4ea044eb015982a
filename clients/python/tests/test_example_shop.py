import importlib.util
import pathlib
import sys
import threading
import types

SHOP = pathlib.Path(__file__).parents[2] / "shops/direct/shop.py"


def load_shop():
    spec = importlib.util.spec_from_file_location("example_shop", SHOP)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # Where dataclasses look for their annotations.
    spec.loader.exec_module(module)
    return module


class Platform:
    """Knows a declined Payment, and makes one for each idempotency key."""

    def __init__(self):
        self.made = {}
        self.slow_click_reads = threading.Event()
        self.fast_click_paid = threading.Event()

    def get(self, id, **_):
        if threading.current_thread().name == "slow click":
            self.slow_click_reads.set()
            assert self.fast_click_paid.wait(60)
        return {"id": id, "status": "FAILED"}

    def create(self, _, *, idempotency_key, **__):
        id = self.made.setdefault(idempotency_key, f"pay_{len(self.made) + 2}")
        return {"id": id, "status": "SUCCEEDED"}


def test_of_two_clicks_after_a_decline_the_slower_one_makes_no_payment_of_its_own():
    shop = load_shop()
    platform = Platform()
    orders = shop.Orders()
    order = orders.placed("order", "lamp", "203.0.113.7")
    orders.keep(order, {"id": "pay_1"})
    checkout = shop.Checkout(types.SimpleNamespace(payments=platform), orders, "https://shop.example")
    slow = threading.Thread(target=checkout.pay, args=(order, {}), name="slow click", daemon=True)
    slow.start()
    assert platform.slow_click_reads.wait(60)
    checkout.pay(order, {})
    platform.fast_click_paid.set()
    slow.join(60)
    assert list(platform.made) == ["order-2"]
    assert order.payments == ["pay_1", "pay_2"]


class ForgetfulLine:
    """A platform that makes Payments of idempotency keys and cards, and whose first answer is lost on the way."""

    def __init__(self, shop, *statuses):
        self.shop = shop
        self.statuses = statuses
        self.made = {}
        self.is_lost = True

    def get(self, id, **_):
        return next(payment for _, payment in self.made.values() if payment["id"] == id)

    def list(self, query, **_):
        found = [payment for _, payment in self.made.values() if str(payment["merchant_reference"]) == query["search"]]
        return {"data": found[::-1], "has_more": False}

    def create(self, request, *, idempotency_key, **__):
        assert 10**9 <= request["merchant_reference"] < 10**10
        card = request["payment_method_data"]["card"]["number"]
        at = len(self.made)
        payment = {
            "id": f"pay_{at + 1}",
            "status": self.statuses[min(at, len(self.statuses) - 1)],
            "merchant_customer_id": request["merchant_customer_id"],
            "merchant_reference": request["merchant_reference"],
        }
        known_card, known = self.made.setdefault(idempotency_key, (card, payment))
        if known_card != card:
            raise self.shop.flowlix.ConflictError(
                "idempotency_key_reused", "another request", status=409, outcome_unknown=False
            )
        if self.is_lost:
            self.is_lost = False
            raise self.shop.flowlix.NoAnswerError("timed_out", "no answer", True)
        return known


def submitted(statuses, *cards):
    """The idempotency keys that made a Payment, the order, and the last Payment that the customer was led to."""
    shop = load_shop()
    platform = ForgetfulLine(shop, *statuses)
    orders = shop.Orders()
    order = orders.placed("order", "print", "203.0.113.7")
    checkout = shop.Checkout(types.SimpleNamespace(payments=platform), orders, "https://shop.example")
    last = None
    for card in cards:
        try:
            last = checkout.pay(order, {"number": card})
        except shop.flowlix.CallError as error:
            assert error.code == "timed_out"
    return list(platform.made), order, last


def test_after_a_lost_answer_the_same_form_finds_the_payment_that_was_made():
    made, order, last = submitted(["SUCCEEDED"], "4111", "4111")
    assert (made, order.payments, last["id"]) == (["order-1"], ["pay_1"], "pay_1")


def test_after_a_lost_answer_another_card_makes_no_second_payment_beside_one_that_may_take_money():
    for status in ("SUCCEEDED", "PROCESSING", "REQUIRES_ACTION", "PENDING"):
        made, order, last = submitted([status], "4111", "5555")
        assert (made, order.payments, last["id"]) == (["order-1"], ["pay_1"], "pay_1")


def test_after_a_decline_whose_answer_was_lost_another_card_is_a_try_of_its_own():
    made, order, last = submitted(["FAILED", "SUCCEEDED"], "4111", "5555", "5555")
    assert (made, order.payments, last["id"]) == (["order-1", "order-2"], ["pay_1", "pay_2"], "pay_2")
    assert order.paid_by == "pay_2"


def test_while_what_became_of_a_lost_answer_is_not_known_another_card_is_not_sent_with_a_new_key():
    shop = load_shop()
    platform = ForgetfulLine(shop, "SUCCEEDED")
    platform.list = lambda *_, **__: {"data": [], "has_more": False}
    order = shop.Order("order", "A print", 4_999, "203.0.113.7")
    checkout = shop.Checkout(types.SimpleNamespace(payments=platform), shop.Orders(), "https://shop.example")
    codes = []
    for card in ("4111", "5555"):
        try:
            checkout.pay(order, {"number": card})
        except shop.flowlix.CallError as error:
            codes.append(error.code)
    assert (codes, list(platform.made)) == (["timed_out", "idempotency_key_reused"], ["order-1"])
