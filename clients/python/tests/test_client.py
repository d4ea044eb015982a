import inspect
import json
import pathlib
import pickle
import re
import traceback

import pytest

import flowlix
from conftest import KEY, URL
from flowlix import _async_client, _client

CARD = "4111111111111111"


def test_the_version_is_that_of_the_package_and_said_in_the_user_agent(scripted):
    project = (pathlib.Path(__file__).parent.parent / "pyproject.toml").read_text()
    assert f'\nversion = "{flowlix.__version__}"\n' in project
    platform = scripted({"status": 200})
    platform.call(lambda client: client.health(), app_info="my-shop/2.1")
    assert re.fullmatch(
        r"flowlix-python/\S+ python/\S+ \w+ my-shop/2\.1", platform.sent[0].headers["user-agent"]
    )


def test_a_client_shows_no_key_when_it_is_printed():
    for kind in (flowlix.Flowlix, flowlix.AsyncFlowlix):
        client = kind(KEY, URL)
        for one in (client, vars(client), client._caller._settings, client.payments, vars(client.payments)):
            assert "kkkk" not in f"{one!r} {one!s}"


def test_what_is_missing_is_said_and_nothing_of_a_key_that_is_wrong(monkeypatch):
    monkeypatch.delenv("FLOWLIX_KEY", raising=False)
    monkeypatch.delenv("FLOWLIX_URL", raising=False)
    for key, said in (
        (None, "No API key: set FLOWLIX_KEY"),
        ("", "No API key: set FLOWLIX_KEY"),
        ("se cret", "`key` is not a whole key: it contains a space"),
        ("sécret", "`key` is not a whole key: it contains a character"),
        ("api_test_sk_secret…", "`key` is not a whole key: it contains “…”"),
    ):
        with pytest.raises(ValueError, match=said) as raised:
            flowlix.Flowlix(key, URL)
        assert "cret" not in str(raised.value)
    for url in (
        None,
        "",
        "api.example",
        "ftp://api.example",
        "https://u:p@api.example",
        "https://api.example/?a=1",
    ):
        with pytest.raises(ValueError, match="FLOWLIX_URL"):
            flowlix.Flowlix(KEY, url)
    monkeypatch.setenv("FLOWLIX_KEY", "api_test_sk_…")
    with pytest.raises(ValueError, match="FLOWLIX_KEY is not a whole key: it contains “…”"):
        flowlix.Flowlix(None, URL)
    monkeypatch.setenv("FLOWLIX_KEY", KEY)
    monkeypatch.setenv("FLOWLIX_URL", f"{URL}/")
    assert repr(flowlix.Flowlix()) == f"Flowlix(url='{URL}')"


def test_a_live_key_goes_over_https_and_to_this_machine_alone_and_is_not_repeated():
    live = KEY.replace("api_test_", "api_live_")
    for kind in (flowlix.Flowlix, flowlix.AsyncFlowlix):
        for url in (
            "http://127.0.0.1:3000",
            "http://127.8.9.10",
            "http://[::1]:3000",
            "http://LOCALHOST:3000",
            "https://api.example",
        ):
            kind(live, url)
        kind(KEY, "http://api.example")
        for url in (
            "http://api.example",
            "HTTP://10.0.0.1:3000",
            "http://127.0.0.1.api.example",
            "http://localhost.api.example",
            "http://[::2]",
        ):
            with pytest.raises(ValueError, match="https://") as raised:
                kind(live, url)
            assert "kkkk" not in str(raised.value) and "api_live" not in str(raised.value)


def test_the_connections_are_closed_at_the_end_of_with_unless_they_are_the_callers():
    with flowlix.Flowlix(KEY, URL) as client:
        http = client._http
    assert http.is_closed
    with flowlix.Flowlix(KEY, URL, http_client=(mine := _client.httpx.Client())):
        pass
    assert not mine.is_closed
    mine.close()


def test_both_clients_have_the_same_methods_with_the_same_parameters():
    parts = [
        name
        for name, one in vars(_client).items()
        if inspect.isclass(one) and one.__module__ == _client.__name__
    ]
    for name in parts:
        waiting = vars(_client)[name]
        awaited = vars(_async_client)[name.replace("Flowlix", "AsyncFlowlix")]
        for method, function in inspect.getmembers(waiting, inspect.isfunction):
            other = getattr(
                awaited, {"close": "aclose"}.get(method, re.sub("^__(enter|exit)", r"__a\1", method))
            )
            assert list(inspect.signature(function).parameters) == list(inspect.signature(other).parameters)


def test_an_option_that_there_is_not_is_refused(scripted):
    platform = scripted({"status": 200})
    for do in (
        lambda client: client.payments.create({}, time_out=1),
        lambda client: client.payments.get("pay_1", idempotency_key="order-1"),
        lambda client: client.payments.create("{}"),
        lambda client: client.payments.create({"amount": {1}}),
    ):
        with pytest.raises(TypeError):
            platform.call(do)
    assert platform.sent == []


@pytest.mark.parametrize(
    "step", [{"status": 422, "code": "invalid_card"}, "broken", "silent", "refused", {"status": 404}]
)
def test_an_error_holds_neither_the_requests_body_nor_the_key(scripted, step):
    body = {"destination": {"card_number": CARD}}
    error = scripted(step).failure(lambda client: client.payouts.create(body, deadline=0))
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), vars(again), str(again)) == (type(error), vars(error), str(error))
    for text in (repr(error), str(error), repr(vars(error)), json.dumps(vars(error))):
        assert CARD not in text and "kkkk" not in text
    assert error.__cause__ is error.__context__ is None
    frames = traceback.TracebackException.from_exception(error, capture_locals=True)
    assert "Bearer" not in "".join(frames.format())


def test_an_error_tells_what_the_api_said_field_by_field(scripted):
    said = {
        "code": "parameter_invalid",
        "message": "amount is wrong.",
        "param": "amount",
        "doc_url": "https://docs.example/errors",
        "errors": [{"code": "parameter_invalid", "message": "amount is wrong.", "param": "amount"}],
        "request_id": "req_7",
    }
    error = scripted({"status": 400, "body": {"error": said}}).failure(
        lambda client: client.payments.create({})
    )
    assert {name: getattr(error, name) for name in said} == {**said, "errors": tuple(said["errors"])}
    assert (error.status, error.raw_code) == (400, "parameter_invalid")
    assert str(error) == "parameter_invalid: amount is wrong. (req_7)"


CLASSES = [
    (302, flowlix.ApiError),
    (400, flowlix.InvalidRequestError),
    (401, flowlix.AuthenticationError),
    (403, flowlix.PermissionDeniedError),
    (404, flowlix.NotFoundError),
    (409, flowlix.ConflictError),
    (418, flowlix.InvalidRequestError),
    (422, flowlix.InvalidRequestError),
    (429, flowlix.RateLimitError),
    (500, flowlix.ServerError),
    (503, flowlix.ServerError),
]


@pytest.mark.parametrize("status,kind", CLASSES)
def test_an_error_has_the_class_of_its_status_and_a_code_that_is_not_known_as_it_came(scripted, status, kind):
    answer = {"status": status, "code": "teapot", "headers": {"request-id": "req_of_a_header"}}
    error = scripted(answer).failure(lambda client: client.payments.get("pay_1", deadline=0))
    assert type(error) is kind
    assert isinstance(error, flowlix.CallError)
    assert (error.code, error.raw_code, error.status, error.request_id) == (
        "unknown_code",
        "teapot",
        status,
        "req_1",
    )


@pytest.mark.parametrize(
    "body", [b"", b"[]", b'"text"', b'{"error": 1}', b'{"error": {"code": 7, "errors": {}}}']
)
def test_an_error_that_is_none_of_the_api_is_told_by_its_status(scripted, body):
    error = scripted({"status": 404, "body": body}).failure(lambda client: client.payments.get("pay_1"))
    assert (error.code, error.message) == ("unknown_code", "HTTP 404, without an error of the API.")


def test_503_is_an_answer_of_health_and_no_error(scripted):
    platform = scripted({"status": 503, "body": {"status": "unavailable"}})
    assert platform.call(lambda client: client.health()) == {"status": "unavailable"}


def test_a_path_of_the_address_stays(monkeypatch):
    sent = []
    transport = _client.httpx.MockTransport(
        lambda request: sent.append(request.url.path) or _client.httpx.Response(200, json={})
    )
    for url in (f"{URL}/api", f"{URL}/api/"):
        flowlix.Flowlix(KEY, url, http_client=_client.httpx.Client(transport=transport)).health()
    assert sent == ["/api/v1/health"] * 2
