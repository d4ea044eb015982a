from flowlix._call import query_text

ALL = [{"id": f"i{number}"} for number in range(9, 0, -1)]
"""Newest first."""


def page(items, has_more):
    return {"status": 200, "body": {"data": items, "has_more": has_more}}


def ids(items):
    return [one["id"] for one in items]


def asked(platform):
    return [one.path.partition("?")[2] for one in platform.sent]


def test_a_list_gives_every_object_once_newest_first_and_asks_for_no_page_that_is_not_needed(scripted):
    platform = scripted(page(ALL[:4], True), page(ALL[4:8], True), page(ALL[8:], False))
    assert ids(platform.call(lambda client: client.payments.each())) == ids(ALL)
    assert asked(platform) == ["", "starting_after=i6", "starting_after=i2"]


def test_a_list_from_ending_before_on_gives_what_is_newer_as_it_came(scripted):
    platform = scripted(page(ALL[4:7], True), page(ALL[1:4], True), page(ALL[:1], False))
    query = {"limit": 3, "ending_before": "i2"}
    assert ids(platform.call(lambda client: client.payments.each(query))) == ids(ALL[6::-1])
    assert asked(platform) == [f"limit=3&ending_before={id}" for id in ("i2", "i5", "i8")]
    assert query == {"limit": 3, "ending_before": "i2"}


def test_an_empty_page_ends_a_list(scripted):
    platform = scripted(page([], True))
    assert platform.call(lambda client: client.webhook_endpoints.each_delivery("we_1")) == []
    assert platform.sent[0].path == "/v1/webhook_endpoints/we_1/deliveries"


def test_a_page_is_read_only_when_somebody_asks_for_its_first_object(scripted):
    platform = scripted(page(ALL[:4], True))
    if platform.kind == "waiting":
        platform.call(lambda client: next(client.payments.each()))
    else:
        platform.call(lambda client: client.payments.each().__anext__())
    assert len(platform.sent) == 1


def test_a_query_repeats_lists_writes_bounds_in_brackets_and_leaves_out_none():
    query = {
        "status": ["FAILED", "EXPIRED"],
        "created": {"gte": 1, "lt": None},
        "search": "a+b",
        "limit": None,
        "livemode": True,
    }
    assert query_text(query) == "?status=FAILED&status=EXPIRED&created%5Bgte%5D=1&search=a%2Bb&livemode=true"
    assert query_text({}) == query_text(None) == ""
