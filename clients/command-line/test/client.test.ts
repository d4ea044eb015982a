import { readFileSync } from "node:fs";
import { startReceiver, type HttpReceiver, type ReceiverAnswer } from "@flowlix/testkit";
import { expect } from "chai";
import { CREATE_FOR_MS } from "../src/api/client.ts";
import { KEY, ran } from "./support/ran.ts";

const ID = `pay_${"0".repeat(24)}`;
const PAYMENT = { id: ID, status: "SUCCEEDED", amount: 4999, currency: "EUR", created_at: 1_790_000_000 };

const refusal = (status: number, code: string, more: object = {}): ReceiverAnswer => ({
  status,
  body: JSON.stringify({ error: { code, message: `About ${code}.`, request_id: "req_1", ...more } }),
  headers: { "retry-after": "0" },
});

describe("what the merchants' command line makes of answers", () => {
  let api: HttpReceiver;
  beforeEach(async () => {
    api = await startReceiver(() => ({ status: 200, body: JSON.stringify(PAYMENT) }));
  });
  afterEach(() => api.close());

  const flowlix = (argv: string, more: { terminal?: boolean } = {}) =>
    ran(argv.split(" "), { env: { FLOWLIX_URL: `${api.url}/v1/`, FLOWLIX_KEY: KEY }, ...more });

  for (const [status, code, exitCode] of [
    [400, "parameter_invalid", 2],
    [401, "invalid_api_key", 5],
    [403, "actor_forbidden", 5],
    [404, "object_not_found", 3],
    [409, "idempotency_key_reused", 4],
    [422, "currency_not_supported", 4],
    [429, "rate_limit_exceeded", 1],
    [503, "service_unavailable", 1],
  ] as const)
    it(`${code} ends with ${exitCode}, and shows message, param and the page of the code`, async () => {
      const doc_url = `${api.url}/docs/errors#${code}`;
      const errors = [
        { code, message: `About ${code}.` },
        { code, message: "And another." },
      ];
      api.answerWith(() => refusal(status, code, { param: "id", doc_url, errors }));
      const text = await flowlix(`payments get ${ID}`);
      expect([text.code, text.stdout]).to.deep.equal([exitCode, ""]);
      expect(text.stderr).to.equal(
        [
          `flowlix: About ${code}.`,
          `  error   ${code} (HTTP ${status})`,
          "  param   id",
          "  also    And another.",
          `  more    ${doc_url}`,
          "  request req_1",
          "",
        ].join("\n"),
      );
      const json = await flowlix(`payments get ${ID} --json`);
      expect([json.code, json.stderr]).to.deep.equal([exitCode, ""]);
      expect(JSON.parse(json.stdout)).to.deep.equal({
        error: { code, message: `About ${code}.`, param: "id", doc_url, errors, request_id: "req_1", status },
      });
    });

  it("a create is repeated under the same key while it may have been lost, for a while, and the failure names the key", async () => {
    api.answerWith(() => refusal(503, "service_unavailable"));
    const { code, stderr } = await flowlix("payments create --amount 4999");
    const creates = api.requests.filter(({ method }) => method === "POST");
    const keys = new Set(creates.map(({ headers }) => headers["idempotency-key"]));
    expect([code, keys.size]).to.deep.equal([1, 1]);
    expect(creates.length).to.be.greaterThan(1);
    expect(stderr).to.contain(`repeat it with --idempotency-key ${String([...keys][0])}`);
  });

  it("a create that waits says once why, and how long at most, on standard error, with --json too", async () => {
    api.answerWith(() => refusal(429, "rate_limit_exceeded"));
    for (const more of ["", " --json"]) {
      const { code, stderr } = await flowlix(`payments create --amount 105029 --currency EUR${more}`);
      const said = "HTTP 429 rate_limit_exceeded, Retry-After 0 s. Asking again for 2 s at most.\n";
      expect(code).to.equal(1);
      expect(stderr.split(said)).to.have.length(2);
    }
    const page = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    expect(page).to.contain(`ends within ${CREATE_FOR_MS / 1000} seconds`);
  });

  for (const [argv, currency] of [
    ["trigger payment.succeeded --no-wait", "GBP"],
    ["trigger refund.succeeded --no-wait", "GBP"],
    ["trigger payout.succeeded --no-wait", "JPY"],
    ["payments create", "GBP"],
    ["payments create --hosted", "GBP"],
    ["payouts create", "JPY"],
    ["payments create --currency KWD", "KWD"],
  ] as const)
    it(`flowlix ${argv} is in ${currency} where the installation's samples are in GBP and JPY`, async () => {
      const currencies = { payments: "GBP", payouts: "JPY" };
      api.answerWith(({ path }) => ({
        status: path === "/workbench/api/test_currencies" ? 200 : 201,
        body: JSON.stringify(path.startsWith("/workbench") ? currencies : PAYMENT),
      }));
      expect((await flowlix(argv)).code).to.equal(0);
      const created = api.requests.find(({ method }) => method === "POST");
      expect(JSON.parse(created?.body.toString("utf8") ?? "")).to.include({ currency });
    });

  it("an event of --after that is not known is told with that option, not with the API's parameter", async () => {
    api.answerWith(() => ({
      status: 404,
      body: JSON.stringify({
        error: {
          code: "object_not_found",
          message: "There is no ending_before.",
          param: "ending_before",
          request_id: "req_1",
        },
      }),
    }));
    for (const more of ["", " --json"]) {
      const { code, stdout, stderr } = await flowlix(`listen --after evt_${"a".repeat(24)}${more}`);
      expect(code).to.equal(3);
      expect(stdout + stderr)
        .to.contain("There is no --after.")
        .and.not.contain("ending_before");
    }
  });

  it("what is refused is asked for once", async () => {
    api.answerWith(() => refusal(422, "currency_not_supported"));
    await flowlix("payments create --amount 4999 --currency XXX");
    expect(api.requests).to.have.length(1);
  });

  it("the key goes nowhere but to the address: no redirect is followed", async () => {
    const elsewhere = await startReceiver();
    api.answerWith(() => ({ status: 302, headers: { location: `${elsewhere.url}/` } }));
    const { code, stderr } = await flowlix(`payments get ${ID}`);
    expect([code, elsewhere.requests.length]).to.deep.equal([4, 0]);
    expect(stderr).to.contain("HTTP 302, without an error of the API.");
    await elsewhere.close();
  });

  it("nobody at the address is said with the address and the reason", async () => {
    const gone = await startReceiver();
    await gone.close();
    const { code, stderr } = await ran(["events", "resend", `evt_${"0".repeat(24)}`], {
      env: { FLOWLIX_URL: gone.url, FLOWLIX_KEY: KEY },
    });
    expect([code, stderr]).to.deep.equal([1, `flowlix: No answer of ${gone.url}: ECONNREFUSED.\n`]);
  });

  it("a card that misleads in Sandbox is warned of on standard error", async () => {
    const headers = { "sandbox-warning": "The amount decides." };
    api.answerWith(() => ({ status: 201, headers, body: JSON.stringify(PAYMENT) }));
    expect((await flowlix("payments create --amount 4999")).stderr).to.equal("The amount decides.\n");
  });

  it("colours are for terminals, and for none where NO_COLOR is set", async () => {
    const escape = "\u001b[";
    const env = { FLOWLIX_URL: api.url, FLOWLIX_KEY: KEY };
    const shown = async (more: object, terminal: boolean) =>
      (await ran(["payments", "get", ID], { env: { ...env, ...more }, terminal })).stdout;
    expect(await shown({}, true)).to.contain(`${escape}32mSUCCEEDED`);
    expect(await shown({}, false)).not.to.contain(escape);
    expect(await shown({ NO_COLOR: "1" }, true)).not.to.contain(escape);
    expect(await shown({ TERM: "dumb" }, true)).not.to.contain(escape);
  });

  it("the requests of the workbench's log are printed once each, from the newest of before on", async () => {
    const request = (id: string, more: object = {}) => ({
      request_id: `req_${id.repeat(24)}`,
      at_ms: 1_790_000_000_000,
      method: "POST",
      path: "/v1/payments",
      status: 201,
      error_code: null,
      idempotent_replay: false,
      duration_ms: 12,
      ...more,
    });
    const stop = new AbortController();
    const later = [
      [request("b", { status: 400, error_code: "parameter_invalid" })],
      [request("c", { idempotent_replay: true })],
    ];
    api.answerWith(({ path }) => {
      const data = path.includes("after=") ? later.shift() : [request("a")];
      return { status: 200, body: JSON.stringify({ data: data ?? [], has_more: later.length > 0 }) };
    });
    const { code, stdout } = await ran(["logs", "tail"], {
      env: { FLOWLIX_URL: api.url, FLOWLIX_KEY: KEY },
      signal: stop.signal,
      onPrinted: (text) => {
        if (text.includes("req_c")) stop.abort();
      },
    });
    expect(code).to.equal(0);
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split("  ").slice(1).join("  "));
    expect(lines).to.deep.equal([
      `201  POST    /v1/payments  12 ms req_${"a".repeat(24)}`,
      `400  POST    /v1/payments  parameter_invalid  12 ms req_${"b".repeat(24)}`,
      `201  POST    /v1/payments  replayed  12 ms req_${"c".repeat(24)}`,
    ]);
  });

  it("`trigger` asks for events behind those it has seen, so that a page is empty while nothing is new", async () => {
    const event = (id: string) => ({
      id,
      type: id === "evt_own" ? "payment.succeeded" : "payment.failed",
      created_at: 1,
      data: { payment: PAYMENT },
    });
    const pages = [[event("evt_old"), event("evt_older")], [], [event("evt_other")], [event("evt_own")]];
    api.answerWith(({ path }) =>
      path.startsWith("/v1/events")
        ? { status: 200, body: JSON.stringify({ data: pages.shift() ?? [], has_more: false }) }
        : { status: 201, body: JSON.stringify(PAYMENT) },
    );
    const { code, stdout } = await flowlix("trigger payment.succeeded");
    expect([code, stdout.trimEnd().split("\n").at(-1)]).to.deep.equal([0, "payment.succeeded evt_own"]);
    const asked = api.requests.filter(({ path }) => path.startsWith("/v1/events"));
    expect(asked.map(({ path }) => new URL(path, api.url).searchParams.get("ending_before"))).to.deep.equal([
      null,
      "evt_old",
      "evt_old",
      "evt_other",
    ]);
  });

  it("an installation without a workbench is told as that", async () => {
    api.answerWith(() => refusal(404, "resource_not_found"));
    const { code, stderr } = await flowlix("logs tail");
    expect([code, stderr.split("\n")[0]]).to.deep.equal([
      4,
      "flowlix: this installation keeps no requests: it has no workbench",
    ]);
  });
});
