import { startReceiver, type HttpReceiver, type ReceivedRequest } from "@flowlix/testkit";
import { expect } from "chai";
import type { Event } from "@flowlix/client";
import { Webhook } from "standardwebhooks";
import { EXIT, Failure } from "../src/failure.ts";
import { followEvents, type FollowOptions } from "../src/listen/follow-events.ts";
import { forward, type Forwarded } from "../src/listen/forward.ts";
import { listenSecretOf } from "../src/listen/sign.ts";
import { spanOf } from "../src/output/money.ts";
import { KEY, ran } from "./support/ran.ts";

const NOW = 1_790_000_000;

const PAYOUT = {
  id: `po_${"0".repeat(24)}`,
  amount: 4999,
  currency: "EUR",
  merchant_reference: null,
  destination: { card_brand: "visa", card_last4: "1111" },
  recipient: { first_name: "Ada", last_name: "Nowak", country: "PL" },
  status: "SUCCEEDED",
  created_at: NOW,
  updated_at: NOW,
  completed_at: NOW,
  livemode: false,
} as const;

const eventOf = (name: string, ago = 0): Event => ({
  id: `evt_${name.padEnd(24, "0")}`,
  type: "payout.succeeded",
  created_at: NOW - ago,
  livemode: false,
  data: { payout: PAYOUT },
});

/** Events as the platform lists them, newest first, and how long ago each came in. */
function listOf(events: Event[], pageLength = 100) {
  let trouble: Failure | undefined;
  const asked: object[] = [];
  const ask: FollowOptions["ask"] = async (query) => {
    asked.push(query);
    const failure = trouble;
    trouble = undefined;
    if (failure !== undefined) throw failure;
    const at = (id: unknown) => events.findIndex((one) => one.id === id);
    const before = query["ending_before"];
    const after = query["starting_after"];
    const rows =
      before === undefined
        ? events.slice(after === undefined ? 0 : at(after) + 1)
        : events.slice(0, at(before));
    const data = before === undefined ? rows.slice(0, pageLength) : rows.slice(-pageLength);
    return { data, has_more: rows.length > data.length, atS: NOW };
  };
  return { ask, asked, failOnce: (failure: Failure) => (trouble = failure) };
}

const headersOf = (request: ReceivedRequest | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(request?.headers ?? {}).map(([name, value]) => [name, String(value)]));

describe("following events", () => {
  async function followed(
    list: ReturnType<typeof listOf>,
    count: number,
    steps: Record<number, () => void> = {},
    after?: string,
  ) {
    const stop = new AbortController();
    const outages: (Failure | "back")[] = [];
    const seen: string[] = [];
    const events = followEvents({
      ask: async (query) => {
        steps[list.asked.length]?.();
        return list.ask(query);
      },
      signal: stop.signal,
      onAway: (failure) => outages.push(failure),
      onBack: () => outages.push("back"),
      pollMs: 1,
      ...(after === undefined ? {} : { after }),
    });
    for await (const { id } of events) {
      seen.push(id.slice(4).replace(/0+$/, ""));
      if (seen.length === count) break;
    }
    return { seen, outages };
  }

  it("shows each event from now on once, oldest first, however many pages they fill", async () => {
    const events = [eventOf("young", 1), eventOf("old", 60)];
    const list = listOf(events, 2);
    const { seen } = await followed(list, 3, {
      1: () => events.unshift(eventOf("c"), eventOf("b"), eventOf("a")),
    });
    expect(seen).to.deep.equal(["a", "b", "c"]);
    expect(list.asked[1]).to.deep.equal({ limit: 100, ending_before: eventOf("old").id });
  });

  it("begins where there are no events yet, and goes by the first one once it is old enough", async () => {
    const events: Event[] = [];
    const list = listOf(events);
    const { seen } = await followed(list, 3, {
      1: () => events.unshift(eventOf("a")),
      3: () => events.unshift(eventOf("b", 10)),
      4: () => events.unshift(eventOf("c")),
    });
    expect(seen).to.deep.equal(["a", "b", "c"]);
    expect(list.asked.at(-1)).to.have.property("ending_before", eventOf("b").id);
  });

  it("begins behind the event that is named, with what happened since", async () => {
    const events = [eventOf("b"), eventOf("a"), eventOf("old", 60)];
    expect((await followed(listOf(events), 2, {}, eventOf("old").id)).seen).to.deep.equal(["a", "b"]);
  });

  it("loses nothing while the platform is away, and ends where asking again cannot help", async () => {
    const events = [eventOf("old", 60)];
    const list = listOf(events);
    const away = new Failure(EXIT.unavailable, "away", { code: "unreachable" });
    const { seen } = await followed(list, 1, {
      1: () => list.failOnce(away),
      2: () => events.unshift(eventOf("a")),
    });
    expect(seen).to.deep.equal(["a"]);
    list.failOnce(new Failure(EXIT.noKey, "revoked", { code: "invalid_api_key" }));
    const ended = await followed(list, 1).catch((error: unknown) => error);
    expect(ended).to.be.instanceOf(Failure).and.have.property("message", "revoked");
  });

  it("says once that the platform is away, however often it is asked, and once that it is back", async () => {
    const events = [eventOf("old", 60)];
    const list = listOf(events);
    const away = new Failure(EXIT.unavailable, "away", { code: "unreachable" });
    const again = new Failure(EXIT.unavailable, "away again", { code: "unreachable" });
    const { outages } = await followed(list, 2, {
      1: () => list.failOnce(away),
      2: () => list.failOnce(away),
      3: () => list.failOnce(away),
      4: () => events.unshift(eventOf("a")),
      5: () => list.failOnce(again),
      6: () => events.unshift(eventOf("b")),
    });
    expect(outages).to.deep.equal([away, "back", again, "back"]);
  });

  it("says that no event is lost of an outage since it listens, and not of one before", async () => {
    const api = await startReceiver();
    const body = JSON.stringify({ data: [], has_more: false });
    const isAway = (count: number) => count === 1 || count === 3;
    api.answerWith(() => (isAway(api.requests.length) ? { status: 503, body: "" } : { status: 200, body }));
    const stop = new AbortController();
    const backs: string[] = [];
    const onPrinted = (text: string) => {
      if (text.startsWith("Back after")) backs.push(text);
      if (backs.length === 2) stop.abort();
    };
    try {
      const env = { FLOWLIX_URL: api.url, FLOWLIX_KEY: KEY };
      await ran(["listen"], { env, signal: stop.signal, onPrinted });
    } finally {
      await api.close();
    }
    expect(backs.map((text) => text.includes("No event is lost."))).to.deep.equal([false, true]);
  });

  it("says how long the platform was away as somebody would say it", () => {
    const spans = [0, 11_600, 119_000, 181_000, 7_500_000].map(spanOf);
    expect(spans).to.deep.equal(["1 s", "12 s", "119 s", "3 min", "2 h 5 min"]);
  });
});

describe("forwarding an event", () => {
  const secret = listenSecretOf(KEY);
  let server: HttpReceiver;
  beforeEach(async () => {
    server = await startReceiver();
  });
  afterEach(() => server.close());

  async function forwarded(url = server.url): Promise<Forwarded[]> {
    const tries: Forwarded[] = [];
    const signal = new AbortController().signal;
    const onTried = (tried: Forwarded) => void tries.push(tried);
    await forward(eventOf("a"), { url, secret, signal, onTried, retriesS: [0, 0, 0] });
    return tries;
  }

  it("signs it as a webhook is signed, with a secret that stays the same for a key and does not show it", async () => {
    const [tried] = await forwarded();
    expect(tried).to.include({ attempt: 1, http_status: 200, error: null, next_try_s: null });
    const [request] = server.requests;
    const text = request?.body.toString("utf8") ?? "";
    expect(new Webhook(secret).verify(text, headersOf(request))).to.deep.equal(eventOf("a"));
    expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(listenSecretOf(KEY))
      .to.equal(secret)
      .and.not.equal(listenSecretOf(`${KEY}x`));
  });

  it("tries again what is not answered with 2xx, four times at most", async () => {
    server.answerWith(() => ({ status: 500, body: "out of order" }));
    const tries = await forwarded();
    expect(tries.map(({ attempt, next_try_s }) => [attempt, next_try_s])).to.deep.equal([
      [1, 0],
      [2, 0],
      [3, 0],
      [4, null],
    ]);
    expect(tries[0]).to.include({ http_status: 500, response_prefix: "out of order" });
    server.answerWith(() => ({ status: server.requests.length < 6 ? 503 : 204 }));
    expect((await forwarded()).map(({ http_status }) => http_status)).to.deep.equal([503, 204]);
  });

  it("does not try again what is gone, and says where nobody listens", async () => {
    server.answerWith(() => ({ status: 410 }));
    expect(await forwarded()).to.have.length(1);
    const nobody = await startReceiver();
    await nobody.close();
    const tries = await forwarded(nobody.url);
    expect(tries.map(({ error }) => error)).to.deep.equal(Array(4).fill("nobody listens there"));
  });
});
