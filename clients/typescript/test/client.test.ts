import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { expect } from "chai";
import { callerOf } from "../src/caller.ts";
import { Flowlix, isFlowlixError, VERSION, type FlowlixError } from "../src/index.ts";
import { failureOf, KEY, scripted, URL_OF_API } from "./support/scripted.ts";

const CARD = "4111111111111111";

describe("a client", () => {
  it("has its package's version, and says it in the User-Agent with what it runs on", async () => {
    const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
    const { version }: { version: string } = JSON.parse(manifest);
    expect(VERSION).to.equal(version);
    const { settings, sent } = scripted([{ status: 200 }]);
    await new Flowlix({ key: KEY, url: URL_OF_API, appInfo: "my-shop/2.1", fetch: settings.fetch }).health();
    expect(sent[0]?.headers["user-agent"]).to.match(/^flowlix-typescript\/\S+ node\/\S+ \w+ my-shop\/2\.1$/);
  });

  it("shows no key when it is printed or written as JSON", () => {
    const client = new Flowlix({ key: KEY, url: URL_OF_API });
    for (const text of [inspect(client, { depth: 9, showHidden: true }), JSON.stringify(client)])
      expect(text).not.to.contain("kkkk");
  });

  it("says what is missing, and repeats nothing of a key that is wrong", () => {
    for (const [key, said] of [
      ["", "No API key: set FLOWLIX_KEY"],
      ["se cret", "`key` is not a whole key: it contains a space"],
      ["sécret", "`key` is not a whole key: it contains a character"],
      ["api_test_sk_secret…", "`key` is not a whole key: it contains “…”"],
    ] as const)
      expect(() => new Flowlix({ key, url: URL_OF_API }))
        .to.throw(TypeError, said)
        .and.property("message")
        .not.match(/cret/);
    for (const url of [
      "",
      "api.example",
      "ftp://api.example",
      "https://u:p@api.example",
      "https://:p@api.example",
      "https://api.example/?a=1",
    ])
      expect(() => new Flowlix({ key: KEY, url }), url).to.throw(TypeError, "FLOWLIX_URL");
  });

  it("says that FLOWLIX_KEY is set to what is no whole key, and what is in it, as in an example", () => {
    const { FLOWLIX_KEY } = process.env;
    process.env["FLOWLIX_KEY"] = "api_test_sk_…";
    try {
      expect(() => new Flowlix({ url: URL_OF_API })).to.throw(
        TypeError,
        "FLOWLIX_KEY is not a whole key: it contains “…”",
      );
    } finally {
      if (FLOWLIX_KEY === undefined) delete process.env["FLOWLIX_KEY"];
      else process.env["FLOWLIX_KEY"] = FLOWLIX_KEY;
    }
  });

  it("takes a live key over HTTPS and to this machine; to any other host over HTTP it sends nothing, and does not repeat the key", async () => {
    const live = KEY.replace("api_test_", "api_live_");
    const { settings, sent } = scripted(Array.from({ length: 6 }, () => ({ status: 200 })));
    const healthOf = (key: string, url: string) => new Flowlix({ key, url, fetch: settings.fetch }).health();
    const near = ["http://127.0.0.1:3000", "http://127.8.9.10", "http://[::1]:3000", "http://LOCALHOST:3000"];
    for (const url of [...near, "https://api.example"]) await healthOf(live, url);
    await healthOf(KEY, "http://api.example");
    expect(sent.length).to.equal(6);
    for (const url of [
      "http://api.example",
      "HTTP://10.0.0.1:3000",
      "http://127.0.0.1.api.example",
      "http://localhost.api.example",
      "http://[::2]",
    ])
      expect(() => new Flowlix({ key: live, url }), url)
        .to.throw(TypeError, "https://")
        .and.property("message")
        .not.match(/kkkk|api_live/);
  });

  it("keeps a path of its address, with or without a slash at its end", async () => {
    for (const url of [`${URL_OF_API}/api`, `${URL_OF_API}/api/`]) {
      const { settings, sent } = scripted([{ status: 200 }]);
      await new Flowlix({ key: KEY, url, fetch: settings.fetch }).health();
      expect(sent[0]?.path).to.equal("/api/v1/health");
    }
  });
});

describe("errors", () => {
  it("hold neither the request's body nor the key", async () => {
    for (const step of [
      { status: 422, code: "invalid_card" },
      "broken",
      "silent",
      { status: 404 },
    ] as const) {
      const { settings } = scripted([step]);
      const body = { destination: { card_number: CARD } };
      const options = { timeoutMs: 5, deadlineMs: 0 };
      const error = await failureOf(callerOf(settings).make("/v1/payouts", body, options));
      for (const text of [
        inspect(error, { depth: 9, showHidden: true }),
        JSON.stringify(error),
        String(error),
      ])
        expect(text).not.to.contain(CARD).and.not.contain("kkkk");
    }
  });

  it("tell what the API said, field by field", async () => {
    const error = {
      code: "parameter_invalid",
      message: "amount is wrong.",
      param: "amount",
      doc_url: "https://docs.example/errors",
      errors: [{ code: "parameter_invalid", message: "amount is wrong.", param: "amount" }],
      request_id: "req_7",
    };
    const { settings } = scripted([{ status: 400, body: { error } }]);
    expect(await failureOf(callerOf(settings).make("/v1/payments", {}))).to.include({
      code: "parameter_invalid",
      status: 400,
      message: error.message,
      param: "amount",
      docUrl: error.doc_url,
      requestId: "req_7",
    });
  });

  it("of a code that is not known have the status and the code as it came", async () => {
    const { settings } = scripted([{ status: 418, code: "teapot" }]);
    expect(await failureOf(callerOf(settings).read("/v1/health"))).to.include({
      code: "unknown_code",
      rawCode: "teapot",
      status: 418,
    });
  });

  it("are a union that their code tells apart", async () => {
    const { settings } = scripted([
      { status: 429, code: "rate_limit_exceeded", headers: { "retry-after": "200" } },
    ]);
    const error = await failureOf(callerOf(settings).read("/v1/payments"));
    if (!isFlowlixError(error)) throw new Error("not of the client");
    expect(adviceOn(error)).to.equal("wait 200000");
  });
});

/** Compiles only while each `case` narrows. */
function adviceOn(error: FlowlixError): string {
  switch (error.code) {
    case "rate_limit_exceeded":
      return `wait ${error.retryAfterMs ?? 0}`;
    case "timed_out":
    case "connection_failed":
      return `repeat with ${error.idempotencyKey ?? "nothing"}`;
    case "webhook_signature_wrong":
      return error.message;
    case "unknown_code":
      return `HTTP ${error.status}`;
    default:
      return error.code;
  }
}
