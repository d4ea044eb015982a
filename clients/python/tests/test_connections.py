"""What httpx really says of connections that go wrong."""

import asyncio
import socketserver
import threading

import pytest

import flowlix

KEY = "api_test_sk_" + "k" * 32
KINDS = ["waiting", "awaited"]


def failure(kind, url, **options):
    async def awaited():
        async with flowlix.AsyncFlowlix(KEY, url) as client:
            await client.payments.create({"amount": 1}, deadline=0, **options)

    with pytest.raises(flowlix.NoAnswerError) as raised:
        if kind == "awaited":
            asyncio.run(awaited())
        else:
            with flowlix.Flowlix(KEY, url) as client:
                client.payments.create({"amount": 1}, deadline=0, **options)
    assert "kkkk" not in str(raised.value)
    return raised.value.code, raised.value.outcome_unknown


@pytest.fixture
def server():
    """`server(answer)`: the address of one that reads a request, sends that and hangs up, or with None waits."""
    ended = threading.Event()
    servers = []

    def start(answer):
        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                self.request.recv(65536)
                if answer is None:
                    ended.wait()
                else:
                    self.wfile.write(answer)

        one = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=one.serve_forever, args=(0.01,)).start()
        servers.append(one)
        return f"http://127.0.0.1:{one.server_address[1]}"

    yield start
    ended.set()
    for one in servers:
        one.shutdown()
        one.server_close()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "answer", [b"", b"HTTP/1.1 201 Created\r\ncontent-length: 9\r\n\r\n{", b"no HTTP at all\r\n\r\n"]
)
def test_a_request_whose_answer_breaks_off_may_have_been_carried_out(server, kind, answer):
    assert failure(kind, server(answer)) == ("connection_failed", True)


@pytest.mark.parametrize("kind", KINDS)
def test_a_request_without_an_answer_in_time_may_have_been_carried_out(server, kind):
    assert failure(kind, server(None), timeout=0.2) == ("timed_out", True)


@pytest.mark.parametrize("kind", KINDS)
def test_a_request_that_nobody_took_was_not_carried_out(kind):
    with socketserver.TCPServer(
        ("127.0.0.1", 0), socketserver.BaseRequestHandler, bind_and_activate=False
    ) as none:
        none.server_bind()  # Bound and not listening: nobody else gets the port.
        assert failure(kind, f"http://127.0.0.1:{none.server_address[1]}") == ("connection_failed", False)
    assert failure(kind, "http://no-such-host.invalid") == ("connection_failed", False)
