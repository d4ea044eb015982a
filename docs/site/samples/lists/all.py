# Save it as all.py. Python 3.9 or newer, nothing to install: python3 all.py
import json
import os
import urllib.parse
import urllib.request

URL, KEY = os.environ["FLOWLIX_URL"], os.environ["FLOWLIX_KEY"]


def payments(**filters):
    """Every Payment that the filters leave, newest first."""
    after = {}
    while True:
        query = urllib.parse.urlencode({"limit": 100, **filters, **after})
        request = urllib.request.Request(URL + "/v1/payments?" + query, headers={"Authorization": "Bearer " + KEY})
        page = json.load(urllib.request.urlopen(request, timeout=30))
        yield from page["data"]
        if not page["has_more"] or not page["data"]:
            return
        after = {"starting_after": page["data"][-1]["id"]}


for payment in payments(status="SUCCEEDED"):
    print(payment["id"], payment["amount"], payment["currency"], payment["status"])
