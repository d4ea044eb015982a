import { expect } from "chai";
import { moveClock, stopClock, withDatabase } from "@flowlix/testkit";
import { sandboxAcquirerSchema } from "../src/index.ts";
import { newReference, withAcquirer } from "./support/acquirer.ts";

/** Payment amounts whose authorisation ends the order at once (docs/design/decisions.md#sandbox-payments). */
const DECLINES: readonly [amount: number, code: string][] = [
  ...["01", "05", "06", "13", "14", "25", "33", "41", "43", "51"].map((code): [number, string] => [
    100_000 + Number(code),
    code,
  ]),
  ...["54", "57", "59", "61", "63", "65", "78", "91", "96"].map((code): [number, string] => [
    100_000 + Number(code),
    code,
  ]),
  [103_101, "3D01"],
  [103_102, "3D02"],
  [103_103, "3D03"],
  [103_104, "3D04"],
];
const CODES = DECLINES.map(([, code]) => code).filter((code) => !code.startsWith("3D"));

describe("what an amount decides", () => {
  const database = withDatabase([sandboxAcquirerSchema]);
  const acquirer = withAcquirer(database);
  beforeEach("let nothing come due by itself", () => stopClock(database()));

  const run = async (amount: number) => {
    const reference = newReference();
    const registered = await acquirer().register(reference, amount);
    const authorised = await acquirer().authorise(reference);
    return { reference, registered: registered.json(), authorised };
  };

  for (const amount of [
    1,
    1_000,
    100_000,
    100_002,
    103_002,
    104_002,
    105_000,
    106_000,
    Number.MAX_SAFE_INTEGER,
  ]) {
    it(`${amount} succeeds at once and is charged once [D11-1]`, async () => {
      const { reference, registered, authorised } = await run(amount);
      expect(registered).to.include({
        state: "registered",
        amount,
        currency: "EUR",
        mode: "sandbox",
        reversed: false,
      });
      expect(authorised.status).to.equal(200);
      expect(authorised.json()).to.include({
        reference,
        state: "succeeded",
        response_code: null,
        action_url: null,
        amount,
      });
      const [line, ...others] = await acquirer().book(reference);
      expect(line).to.include({ reference, kind: "charge", amount, currency: "EUR", executions: 1 });
      expect(others).to.deep.equal([]);
    });
  }

  for (const [amount, code] of DECLINES) {
    it(`${amount} fails at once with ${code} and is not charged [FAIL-1]`, async () => {
      const { reference, authorised } = await run(amount);
      expect(authorised.json()).to.include({ state: "failed", response_code: code, action_url: null });
      expect(await acquirer().book(reference)).to.deep.equal([]);
    });
  }

  for (const amount of [103_000, 103_098, ...CODES.map((code) => 103_000 + Number(code))]) {
    it(`${amount} requires an action and is not charged yet`, async () => {
      const { reference, authorised } = await run(amount);
      expect(authorised.json()).to.include({ state: "action_required", response_code: null });
      expect(authorised.json()["action_url"]).to.match(
        new RegExp(`^${acquirer().url}/challenge/[A-Za-z0-9_-]{43}$`),
      );
      expect(await acquirer().book(reference)).to.deep.equal([]);
    });
  }

  it("104000 is processing and succeeds after five seconds; 1040xx fails with the code of 1000xx [D11-7]", async () => {
    const orders = await Promise.all([104_000, ...CODES.map((code) => 104_000 + Number(code))].map(run));
    for (const { authorised } of orders)
      expect(authorised.json()).to.include({ state: "processing", response_code: null });
    await moveClock(database(), 5_000);
    const states = await Promise.all(
      orders.map(async ({ reference }) => (await acquirer().read(reference)).json()),
    );
    expect(states.map((order) => [order["state"], order["response_code"]])).to.deep.equal([
      ["succeeded", null],
      ...CODES.map((code) => ["failed", code]),
    ]);
    const charged = await Promise.all(
      orders.map(async ({ reference }) => (await acquirer().book(reference)).length),
    );
    expect(charged).to.deep.equal([1, ...CODES.map(() => 0)]);
  });

  for (const [amount, state] of [
    [104_098, "received"],
    [104_099, "processing"],
  ] as const) {
    it(`${amount} stays ${state} for ever`, async () => {
      const { reference, authorised } = await run(amount);
      expect(authorised.json()).to.include({ state });
      await moveClock(database(), 86_400_000);
      expect((await acquirer().read(reference)).json()).to.include({ state });
    });
  }

  for (const [amount, status, code] of [
    [105_029, 429, "throttled"],
    [105_003, 503, "unavailable"],
  ] as const) {
    it(`${amount} is refused with ${status} when registered, chosen by the amount, and nothing exists afterwards`, async () => {
      const reference = newReference();
      const answer = await acquirer().register(reference, amount);
      expect(answer.status).to.equal(status);
      expect(answer.headers).to.include({ "retry-after": "1", "sandbox-outcome": "amount" });
      expect(answer.json()["error"]).to.include({ code, executed: false });
      expect((await acquirer().read(reference)).status).to.equal(404);
    });
  }

  it("105002 is answered with garbage, executes nothing and stays registered until it is cancelled", async () => {
    const { reference, authorised } = await run(105_002);
    expect(authorised.status).to.equal(200);
    expect(authorised.headers["sandbox-outcome"]).to.equal("amount");
    expect(() => authorised.json()).to.throw(SyntaxError);
    expect((await acquirer().read(reference)).json()).to.include({ state: "registered" });
    expect((await acquirer().cancel(reference, 105_002)).json()).to.include({ state: "cancelled" });
    expect((await acquirer().authorise(reference)).json()).to.include({ state: "cancelled" });
    expect(await acquirer().book(reference)).to.deep.equal([]);
  });

  it("105098 is executed and its answer is lost; asking again shows the charge", async () => {
    const reference = newReference();
    await acquirer().register(reference, 105_098);
    const error = await acquirer()
      .authorise(reference)
      .then(
        () => undefined,
        (reason: unknown) => reason,
      );
    expect(error).to.have.property("code", "UND_ERR_SOCKET");
    expect((await acquirer().read(reference)).json()).to.include({ state: "succeeded" });
    expect((await acquirer().authorise(reference)).json()).to.include({ state: "succeeded" });
    expect(await acquirer().book(reference)).to.have.length(1);
  });
});
