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
