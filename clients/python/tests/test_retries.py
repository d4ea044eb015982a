from email.utils import formatdate

import pytest

import flowlix
from conftest import BEGAN

PAYMENT = {"id": "pay_1", "status": "SUCCEEDED"}
MADE = {"status": 201, "body": PAYMENT}
LATER = [
    (429, "rate_limit_exceeded"),
    (409, "idempotency_key_in_use"),
    (409, "object_state_conflict"),
    (500, "internal_error"),
    (502, "processing_error"),
    (503, "service_unavailable"),
    (504, "a_code_of_tomorrow"),
]
NEVER = [
    (400, "parameter_invalid"),
    (401, "invalid_api_key"),
    (403, "actor_forbidden"),
    (404, "object_not_found"),
    (409, "idempotency_key_reused"),
    (422, "invalid_card"),
]


def create(client, **options):
    return client.payments.create({"amount": 1}, **options)


@pytest.mark.parametrize("status,code", LATER)
def test_a_create_is_repeated_with_the_same_key_and_body(scripted, status, code):
    platform = scripted({"status": status, "code": code}, {"status": status, "code": code}, MADE)
    assert platform.call(create) == PAYMENT
    assert len(platform.sent) == 3
    assert len(set(platform.keys)) == 1
    assert {one.body for one in platform.sent} == {b'{"amount":1}'}


@pytest.mark.parametrize("status,code", NEVER)
def test_a_create_is_not_repeated_where_something_has_to_be_corrected(scripted, status, code):
    platform = scripted({"status": status, "code": code}, MADE)
    error = platform.failure(create)
    assert isinstance(error, flowlix.ApiError)
    assert (error.code, error.status, error.outcome_unknown, error.tries) == (code, status, False, 1)
    assert len(platform.sent) == 1


@pytest.mark.parametrize(
    "step",
    [
        "broken",
        "silent",
        {"status": 504, "body": b"<h1>Gateway</h1>"},
        {"status": 201, "body": b"<html>"},
        {"status": 201, "body": b"{}", "headers": {"content-encoding": "gzip"}},
    ],
)
def test_a_create_without_an_answer_is_repeated_with_the_same_key(scripted, step):
    platform = scripted(step, MADE)
    assert platform.call(create) == PAYMENT
    assert len(platform.sent) == 2
    assert len(set(platform.keys)) == 1


def test_each_call_has_another_key_and_the_callers_where_one_is_given(scripted):
    platform = scripted(MADE)
    platform.call(create)
    platform.call(create)
    platform.call(lambda client: create(client, idempotency_key="order 7 "))
    assert len(set(platform.keys)) == 3
    assert platform.keys[2] == "order 7"


def test_a_create_whose_deadline_is_over_tells_its_key_and_that_an_object_may_exist(scripted):
    platform = scripted("broken")
    error = platform.failure(lambda client: create(client, deadline=20))
    assert (error.code, error.outcome_unknown) == ("connection_failed", True)
    assert error.idempotency_key == platform.keys[0]
    assert error.tries == len(platform.sent) > 1
    assert sum(platform.pauses) < 20


def test_a_call_tells_before_each_pause_what_it_came_to_and_nothing_of_the_one_that_stands(scripted):
    platform = scripted("broken")
    told = []
    error = platform.failure(lambda client: create(client, deadline=20, on_repeat=told.append))
    assert len(told) == len(platform.pauses) == len(platform.sent) - 1
    assert error not in told


def test_a_create_is_sent_once_where_its_deadline_is_0(scripted):
    platform = scripted("broken", MADE)
    platform.failure(lambda client: create(client, deadline=0))
    assert len(platform.sent) == 1


@pytest.mark.parametrize(
    "second",
    [
        {"status": 401, "code": "invalid_api_key"},
        {"status": 429, "code": "rate_limit_exceeded", "headers": {"retry-after": "100"}},
    ],
)
def test_a_create_that_once_had_no_answer_may_have_been_carried_out_whatever_comes_then(scripted, second):
    error = scripted("broken", second).failure(create)
    assert (error.code, error.outcome_unknown) == (second["code"], True)


def test_a_create_that_reached_nobody_was_not_carried_out_and_is_given_up_within_ten_seconds(scripted):
    platform = scripted("refused")
    error = platform.failure(create)
    assert (error.code, error.outcome_unknown) == ("connection_failed", False)
    assert 1 < sum(platform.pauses) < 10


@pytest.mark.parametrize("key", ["", "  ", "ä", "a\n", "x" * 256])
def test_a_key_that_is_none_is_refused_before_anything_is_sent(scripted, key):
    platform = scripted(MADE)
    with pytest.raises(ValueError):
        platform.call(lambda client: create(client, idempotency_key=key))
    assert platform.sent == []


def test_a_redirect_is_never_followed(scripted):
    platform = scripted({"status": 302, "headers": {"location": "https://elsewhere.example/"}})
    error = platform.failure(create)
    assert (error.code, error.status, len(platform.sent)) == ("unknown_code", 302, 1)


@pytest.mark.parametrize("value,least", [("7", 7), (formatdate(BEGAN + 30, usegmt=True), 29)])
def test_a_pause_is_as_long_as_retry_after_says_at_least(scripted, value, least):
    platform = scripted(
        {"status": 503, "code": "service_unavailable", "headers": {"retry-after": value}}, MADE
    )
    platform.call(create)
    assert platform.pauses[0] >= least


def test_a_pause_that_would_end_after_the_deadline_is_not_begun(scripted):
    platform = scripted(
        {"status": 429, "code": "rate_limit_exceeded", "headers": {"retry-after": "120"}}, MADE
    )
    error = platform.failure(create)
    assert isinstance(error, flowlix.RateLimitError)
    assert (error.retry_after, error.outcome_unknown) == (120, False)
    assert platform.pauses == []


def test_pauses_grow_and_none_is_longer_than_eight_seconds(scripted):
    platform = scripted("broken")
    platform.failure(create)
    for index, pause in enumerate(platform.pauses):
        full = min(8, 0.5 * 2**index)
        assert full / 2 <= pause <= full
    assert len(platform.pauses) > 8


def test_no_request_has_longer_than_its_time_out_or_the_rest_of_the_deadline(scripted):
    platform = scripted("silent")
    error = platform.failure(create, timeout=8, deadline=20)
    assert (error.code, error.outcome_unknown) == ("timed_out", True)
    assert platform.now - BEGAN <= 20


def test_an_answer_that_comes_too_slowly_is_none(scripted):
    error = scripted(MADE).failure(lambda client: create(client, timeout=1e-9, deadline=0))
    assert (error.code, error.outcome_unknown) == ("timed_out", True)


WITHOUT_A_KEY = [
    (
        lambda client: client.webhook_endpoints.create(
            {"url": "https://shop.example/", "enabled_events": ["*"]}
        ),
        1,
    ),
    (lambda client: client.events.resend("evt_1"), 1),
    (lambda client: client.webhook_endpoints.roll_secret("we_1"), 1),
    (lambda client: client.webhook_endpoints.update("we_1", {}), 2),
    (lambda client: client.webhook_endpoints.remove("we_1"), 2),
    (lambda client: client.payments.get("pay_1"), 2),
]


@pytest.mark.parametrize("do,times", WITHOUT_A_KEY)
def test_what_has_no_key_is_not_sent_again_unless_repeating_changes_nothing_more(scripted, do, times):
    platform = scripted("broken", {"status": 200})
    platform.call(do) if times > 1 else platform.failure(do)
    assert len(platform.sent) == times
    assert platform.keys == [None] * times


def test_what_has_no_key_is_sent_again_after_429_which_did_nothing(scripted):
    platform = scripted({"status": 429, "code": "rate_limit_exceeded"}, {"status": 200})
    platform.call(lambda client: client.events.resend("evt_1"))
    assert len(platform.sent) == 2


def test_waiting_reads_until_the_status_ends_and_gives_up_with_what_it_read_last(scripted):
    going, ended = ({"status": 200, "body": {"status": status}} for status in ("PROCESSING", "SUCCEEDED"))
    platform = scripted(going, going, ended)
    assert platform.call(lambda client: client.refunds.wait("ref_1"))["status"] == "SUCCEEDED"
    assert platform.pauses == [1.0, 1.0]
    platform = scripted(going)
    last = platform.call(
        lambda client: client.refunds.wait("ref_1", for_seconds=5, every_seconds=2, deadline=0)
    )
    assert (last["status"], len(platform.sent)) == ("PROCESSING", 3)
