import { expect } from "chai";
import { waitFor, withDatabase } from "@flowlix/testkit";
import { sandboxAcquirerSchema } from "../src/index.ts";
import { newReference, send, withAcquirer } from "./support/acquirer.ts";
import { errorOf } from "./support/requests.ts";

describe("a fault", () => {
  const acquirer = withAcquirer(withDatabase([sandboxAcquirerSchema]));
  afterEach("take back every fault", () => send(`${acquirer().adminUrl}/faults`, "DELETE"));

  const registered = async (): Promise<string> => {
    const reference = newReference();
    await acquirer().register(reference, 1_000);
    return reference;
  };
  const rulesLeft = async () => (await send(`${acquirer().adminUrl}/faults`, "GET")).text;
  const metrics = () => send(`${acquirer().processUrl}/metrics`, "GET");
  const stateOf = async (reference: string) => (await acquirer().read(reference)).json()["state"];

  for (const [fault, status, code] of [
    ["fail_before", 500, "not_executed"],
    ["throttle", 429, "throttled"],
    ["unavailable", 503, "unavailable"],
  ] as const) {
    it(`${fault} answers ${status} "${code}", says that nothing was executed, and nothing was`, async () => {
      const reference = await registered();
      await acquirer().faults([{ operation: "authorise", fault }]);
      const answer = await acquirer().authorise(reference);
      expect(answer.status).to.equal(status);
      expect(answer.json()["error"]).to.include({ code, executed: false });
      expect(answer.headers["retry-after"]).to.equal(status === 500 ? undefined : "1");
      // Not chosen by an amount, so it counts at a client's breaker.
      expect(answer.headers["sandbox-outcome"]).to.equal(undefined);
      expect(await stateOf(reference)).to.equal("registered");
    });
  }

  it("lose_answer executes, commits and ends the connection", async () => {
    const reference = await registered();
    await acquirer().faults([{ operation: "authorise", fault: "lose_answer", times: 1 }]);
    expect(await errorOf(acquirer().authorise(reference))).to.equal("UND_ERR_SOCKET");
    expect(await stateOf(reference)).to.equal("succeeded");
    expect(await acquirer().book(reference)).to.have.length(1);
  });

  it("garbage executes and answers what nobody can read", async () => {
    const reference = await registered();
    await acquirer().faults([{ operation: "authorise", fault: "garbage", times: 1 }]);
    const answer = await acquirer().authorise(reference);
    expect(answer.status).to.equal(200);
    expect(() => answer.json()).to.throw(SyntaxError);
    expect(await stateOf(reference)).to.equal("succeeded");
  });

  it("other_amount executes the right amount and answers another", async () => {
    const reference = await registered();
    await acquirer().faults([{ operation: "authorise", fault: "other_amount", times: 1 }]);
    expect((await acquirer().authorise(reference)).json()).to.include({ state: "succeeded", amount: 1_001 });
    expect((await acquirer().book(reference))[0]).to.include({ amount: 1_000 });
  });

  it("down for one operation ends its connections before anything is executed, and no others", async () => {
    const reference = await registered();
    await acquirer().faults([{ operation: "authorise", fault: "down" }]);
    expect(await errorOf(acquirer().authorise(reference))).to.equal("UND_ERR_SOCKET");
    expect(await stateOf(reference)).to.equal("registered");
  });

  it("down for any operation refuses connections until it is taken back, on the same port then", async () => {
    const reference = await registered();
    await acquirer().faults([{ operation: "any", fault: "down" }]);
    expect(await errorOf(acquirer().authorise(reference))).to.equal("ECONNREFUSED");
    expect(await errorOf(acquirer().register(newReference(), 1_000))).to.equal("ECONNREFUSED");
    await acquirer().faults([]);
    expect((await acquirer().authorise(reference)).json()).to.include({ state: "succeeded" });
  });

  it("slow executes later, even when nobody waits for the answer any more", async () => {
    const reference = await registered();
    await acquirer().faults([{ operation: "authorise", fault: "slow", delay_ms: 120_000, times: 1 }]);
    const leaving = new AbortController();
    const abandoned = errorOf(acquirer().authorise(reference, leaving.signal));
    await waitFor("the request to arrive", async () => (await rulesLeft()) === '{"rules":[]}');
    leaving.abort();
    expect(await abandoned).not.to.equal(undefined);
    await send(`${acquirer().adminUrl}/faults`, "DELETE");
    await waitFor("the charge", async () => (await stateOf(reference)) === "succeeded");
    expect(await acquirer().book(reference)).to.have.length(1);
  });

  it("slow lets a cancellation overtake the authorisation, which then charges nothing", async () => {
    const reference = await registered();
    await acquirer().faults([{ operation: "authorise", fault: "slow", delay_ms: 120_000, times: 1 }]);
    const late = acquirer().authorise(reference);
    await waitFor("the request to arrive", async () => (await rulesLeft()) === '{"rules":[]}');
    await acquirer().cancel(reference, 1_000);
    await send(`${acquirer().adminUrl}/faults`, "DELETE");
    expect((await late).json()).to.include({ state: "cancelled" });
    expect(await acquirer().book(reference)).to.deep.equal([]);
  });

  it("combines slow with another, and lasts as many times as it says", async () => {
    const reference = await registered();
    await acquirer().faults([
      { operation: "any", fault: "slow", delay_ms: 20, times: 1 },
      { operation: "read", fault: "unavailable", times: 2 },
    ]);
    expect((await acquirer().read(reference)).status).to.equal(503);
    const left = await send(`${acquirer().adminUrl}/faults`, "GET");
    expect(left.json()).to.deep.equal({ rules: [{ operation: "read", fault: "unavailable", times: 1 }] });
    expect((await acquirer().read(reference)).status).to.equal(503);
    expect((await acquirer().read(reference)).status).to.equal(200);
  });

  it("for one reference leaves all others alone", async () => {
    const [reference, other] = [await registered(), await registered()];
    await acquirer().faults([{ operation: "authorise", fault: "unavailable", reference }]);
    expect((await acquirer().authorise(reference)).status).to.equal(503);
    expect((await acquirer().authorise(other)).status).to.equal(200);
  });

  const refused: readonly [string, object][] = [
    ["rules", {}],
    ["rules[0].operation", { rules: [{ operation: "sing", fault: "down" }] }],
    [
      "rules[1].fault",
      {
        rules: [
          { operation: "any", fault: "down" },
          { operation: "any", fault: "broken" },
        ],
      },
    ],
    ["rules[0].times", { rules: [{ operation: "any", fault: "down", times: 0 }] }],
    ["rules[0].surprise", { rules: [{ operation: "any", fault: "down", surprise: 1 }] }],
    ["rules[0].delay_ms", { rules: [{ operation: "any", fault: "slow" }] }],
    ["rules[0].delay_ms", { rules: [{ operation: "any", fault: "down", delay_ms: 5 }] }],
  ];
  for (const [param, body] of refused) {
    it(`is refused with the name of the field when the rules are wrong: ${JSON.stringify(body)}`, async () => {
      const answer = await send(`${acquirer().adminUrl}/faults`, "PUT", {
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      });
      expect(answer.status).to.equal(400);
      expect(answer.json()["error"]).to.include({ code: "invalid_request", param });
      expect((await send(`${acquirer().adminUrl}/faults`, "GET")).json()).to.deep.equal({ rules: [] });
    });
  }

  it("cannot be set under another name than this machine's own", async () => {
    const answer = await send(`${acquirer().adminUrl}/faults`, "DELETE", {
      headers: { host: "evil.example" },
    });
    expect(answer.status).to.equal(403);
  });

  it("is counted", async () => {
    await acquirer().faults([{ operation: "read", fault: "throttle", times: 1 }]);
    await acquirer().read(newReference());
    expect((await metrics()).text).to.match(
      /acquirer_faults_total\{operation="read",fault="throttle"\} [1-9]/,
    );
  });
});
