import { expect } from "chai";
import { connect } from "@flowlix/persistence";
import { seededRandom, waitFor, withDatabase } from "@flowlix/testkit";
import { sandboxAcquirerSchema } from "../src/index.ts";
import { newReference, send, withAcquirer } from "./support/acquirer.ts";
import { BREAK_WAITING_COMMITS, times } from "./support/requests.ts";

const random = seededRandom();

describe("an order", () => {
  const database = withDatabase([sandboxAcquirerSchema]);
  const acquirer = withAcquirer(database);
  const other = withAcquirer(database);

  it("is registered once however often it is asked for", async () => {
    const reference = newReference();
    const answers = await Promise.all(times(20).map(() => acquirer().register(reference, 1_000)));
    const first = answers[0]?.json();
    for (const answer of answers) expect(answer.json()).to.deep.equal(first);
    expect(
      await database().sql("select 1 from sandbox_acquirer.orders where reference = $1", [reference]),
    ).to.have.length(1);
  });

  it("keeps amount and currency: another is a conflict and changes nothing", async () => {
    const reference = newReference();
    await acquirer().register(reference, 1_000);
    for (const attempt of [
      acquirer().register(reference, 1_001),
      acquirer().register(reference, 1_000, { currency: "USD" }),
    ]) {
      const answer = await attempt;
      expect(answer.status).to.equal(409);
      expect(answer.json()["error"]).to.include({ code: "reference_conflict", executed: false });
    }
    expect((await acquirer().cancel(reference, 1_001)).status).to.equal(409);
    expect((await acquirer().read(reference)).json()).to.include({
      amount: 1_000,
      currency: "EUR",
      state: "registered",
    });
  });

  it("that is unknown is not found", async () => {
    const reference = newReference();
    for (const answer of await Promise.all([
      acquirer().read(reference),
      acquirer().authorise(reference),
      acquirer().reverse(reference),
    ])) {
      expect(answer.status).to.equal(404);
      expect(answer.json()["error"]).to.include({ code: "order_not_found" });
    }
  });

  it("is charged once when 100 authorisations meet, at two processes at once", async () => {
    const reference = newReference();
    await acquirer().register(reference, 1_000);
    const answers = await Promise.all(
      times(100).map((index) => (index % 2 === 0 ? acquirer() : other()).authorise(reference)),
    );
    for (const answer of answers) expect(answer.json()).to.include({ state: "succeeded", reference });
    const book = await acquirer().book(reference);
    expect(book.map((line) => line["executions"])).to.deep.equal([1]);
  });

  it("stays cancelled: registering shows it so, and a late authorisation never charges", async () => {
    const reference = newReference();
    await acquirer().register(reference, 1_000);
    expect((await acquirer().cancel(reference, 1_000)).json()).to.include({ state: "cancelled" });
    expect((await acquirer().register(reference, 1_000)).json()).to.include({ state: "cancelled" });
    expect((await acquirer().authorise(reference)).json()).to.include({ state: "cancelled" });
    expect(await acquirer().book(reference)).to.deep.equal([]);
  });

  it("can be cancelled before it is known, and is then closed", async () => {
    const reference = newReference();
    expect((await acquirer().cancel(reference, 1_000)).json()).to.include({
      state: "cancelled",
      amount: 1_000,
    });
    expect((await acquirer().register(reference, 1_000)).json()).to.include({ state: "cancelled" });
    expect((await acquirer().authorise(reference)).json()).to.include({ state: "cancelled" });
  });

  it("is cancelled while it is received or requires an action, and shows its state where it is too late", async () => {
    const states = [
      [104_098, "cancelled"],
      [103_000, "cancelled"],
      [104_099, "processing"],
      [1_000, "succeeded"],
      [100_051, "failed"],
    ] as const;
    for (const [amount, state] of states) {
      const reference = newReference();
      await acquirer().register(reference, amount);
      await acquirer().authorise(reference);
      expect((await acquirer().cancel(reference, amount)).json()).to.include({ state });
    }
  });

  it("is either charged or cancelled when cancellation and authorisation meet, never both", async function () {
    this.timeout(30_000);
    for (const round of times(40)) {
      const references = times(10).map(() => newReference());
      await Promise.all(references.map((reference) => acquirer().register(reference, 1_000)));
      const calls = references.flatMap((reference) => {
        const authorise = () => acquirer().authorise(reference);
        const cancel = () => (round % 2 === 0 ? acquirer() : other()).cancel(reference, 1_000);
        return random() < 0.5 ? [authorise, cancel, authorise] : [cancel, authorise, cancel];
      });
      await Promise.all(calls.map((call) => call()));
      for (const reference of references) {
        const { state } = (await acquirer().read(reference)).json();
        const charges = (await acquirer().book(reference)).length;
        expect([state, charges]).to.be.deep.oneOf([
          ["succeeded", 1],
          ["cancelled", 0],
        ]);
      }
    }
  });

  it("is charged once when the connection breaks under a shared commit, which is then repeated alone", async () => {
    const references = times(100).map(() => newReference());
    await Promise.all(references.map((reference) => acquirer().register(reference, 1_000)));
    const holder = await connect(database().adminUrl, "holder");
    await holder.query("begin");
    await holder.query("select 1 from sandbox_acquirer.orders where reference = any($1) for update", [
      references,
    ]);
    const calls = references.map((reference) => acquirer().authorise(reference));
    await waitFor(
      "a commit to be broken",
      async () => (await database().sql(BREAK_WAITING_COMMITS)).length > 0,
    );
    await holder.query("commit");
    await holder.end();
    const answers = await Promise.all(calls);
    for (const answer of answers) expect(answer.json()).to.include({ state: "succeeded" });
    for (const reference of references) expect(await acquirer().book(reference)).to.have.length(1);
    const { text } = await send(`${acquirer().processUrl}/metrics`, "GET");
    expect(text).to.match(/acquirer_batches_repeated_total\{commit="authorise_order"\} [1-9]/);
  });

  it("is reversed once, however often it is asked for, and only when it was charged", async () => {
    const reference = newReference();
    await acquirer().register(reference, 1_000);
    expect((await acquirer().reverse(reference)).json()["error"]).to.include({ code: "not_charged" });
    await acquirer().authorise(reference);
    const answers = await Promise.all(times(10).map(() => acquirer().reverse(reference)));
    for (const answer of answers) expect(answer.json()).to.include({ state: "succeeded", reversed: true });
    const kinds = (await acquirer().book(reference)).map((line) => [
      line["kind"],
      line["amount"],
      line["executions"],
    ]);
    expect(kinds).to.deep.equal([
      ["charge", 1_000, 1],
      ["reversal", 1_000, 1],
    ]);
  });
});
