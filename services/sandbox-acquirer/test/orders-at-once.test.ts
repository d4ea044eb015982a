import { connect } from "@flowlix/persistence";
import { seededRandom, waitFor, withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import { sandboxAcquirerSchema } from "../src/index.ts";
import { CARD, newReference, send, withAcquirer } from "./support/acquirer.ts";
import { BREAK_WAITING_COMMITS, codeOf, errorOf, times } from "./support/requests.ts";

const random = seededRandom();

describe("an order that is registered and authorised in one call", () => {
  const database = withDatabase([sandboxAcquirerSchema]);
  const acquirer = withAcquirer(database);
  const other = withAcquirer(database);
  afterEach("take back every fault", () => send(`${acquirer().adminUrl}/faults`, "DELETE"));

  /** Everything of an order but what differs from order to order. */
  const contentOf = async (reference: string) => {
    const {
      order_id: id,
      reference: name,
      created_at: made,
      updated_at: moved,
      action_url: url,
      ...rest
    } = (await acquirer().read(reference)).json();
    expect([id, name, made, moved]).to.not.include(undefined);
    const book = (await acquirer().book(reference)).map(({ kind, amount, currency, executions }) => [
      kind,
      amount,
      currency,
      executions,
    ]);
    const [row] = await database().sql(
      `select first_state, first_code, later_state, later_code, quirk, challenge_hash is null as no_challenge,
              return_url_box is null as no_way_back, callback_url,
              (select count(*) from sandbox_acquirer.due_results d where d.reference = o.reference) as due
         from sandbox_acquirer.orders o where reference = $1`,
      [reference],
    );
    return { ...rest, leads: url !== null, book, row };
  };

  for (const amount of [
    1_000, 100_051, 103_000, 103_101, 104_000, 104_061, 104_098, 104_099, 105_002, 105_098,
  ]) {
    it(`is with ${amount} what it is in two calls: its answer, its state, its book and what comes later`, async () => {
      const [atOnce, inTwo] = [newReference(), newReference()];
      const callback = { callback_url: "http://127.0.0.1:1/callbacks" };
      await acquirer().register(inTwo, amount, callback);
      const answers = await Promise.all(
        [acquirer().submit(atOnce, amount, callback), acquirer().authorise(inTwo)].map((call) =>
          call.then(
            ({ status, headers }) => ({ status, chosen: headers["sandbox-outcome"] }),
            (reason: unknown) => ({ error: codeOf(reason) }),
          ),
        ),
      );
      expect(answers[0]).to.deep.equal(answers[1]);
      const [one, two] = await Promise.all([contentOf(atOnce), contentOf(inTwo)]);
      expect(one).to.deep.equal(two);
    });
  }

  for (const [amount, status] of [
    [105_029, 429],
    [105_003, 503],
  ] as const) {
    it(`is refused with ${status} by the amount ${amount}, and nothing exists afterwards`, async () => {
      const reference = newReference();
      const answer = await acquirer().submit(reference, amount);
      expect(answer.status).to.equal(status);
      expect(answer.json()["error"]).to.include({ executed: false });
      expect((await acquirer().read(reference)).status).to.equal(404);
    });
  }

  it("is charged once when 100 such calls meet, at two processes at once, and each is told so", async () => {
    const reference = newReference();
    const answers = await Promise.all(
      times(100).map((index) => (index % 2 === 0 ? acquirer() : other()).submit(reference, 1_000)),
    );
    const first = answers[0]?.json();
    for (const answer of answers) expect(answer.json()).to.deep.equal(first);
    expect(first).to.include({ state: "succeeded" });
    expect(await acquirer().book(reference)).to.have.length(1);
  });

  it("is charged once when the call meets registrations and authorisations in two", async function () {
    this.timeout(30_000);
    for (let round = 0; round < 20; round += 1) {
      const references = times(10).map(() => newReference());
      await Promise.all(
        references.flatMap((reference) => [
          acquirer().submit(reference, 1_000),
          other()
            .register(reference, 1_000)
            .then(() => other().authorise(reference)),
        ]),
      );
      for (const reference of references) {
        expect((await acquirer().read(reference)).json()).to.include({ state: "succeeded" });
        expect(await acquirer().book(reference)).to.have.length(1);
      }
    }
  });

  it("is authorised where it was registered before, and shown as it stands where it has ended", async () => {
    const [registered, cancelled, declined] = [newReference(), newReference(), newReference()];
    await acquirer().register(registered, 1_000);
    await acquirer().cancel(cancelled, 1_000);
    await acquirer().submit(declined, 100_051);
    expect((await acquirer().submit(registered, 1_000)).json()).to.include({ state: "succeeded" });
    expect((await acquirer().submit(cancelled, 1_000)).json()).to.include({ state: "cancelled" });
    expect((await acquirer().submit(declined, 100_051)).json()).to.include({ state: "failed" });
    expect(await acquirer().book(registered)).to.have.length(1);
    for (const reference of [cancelled, declined]) expect(await acquirer().book(reference)).to.deep.equal([]);
  });

  it("keeps amount and currency: another is a conflict, whether it ended or was only registered", async () => {
    for (const known of ["submit", "register"] as const) {
      const reference = newReference();
      await acquirer()[known](reference, 1_000);
      for (const attempt of [
        acquirer().submit(reference, 1_001),
        acquirer().submit(reference, 1_000, { currency: "USD" }),
      ]) {
        const answer = await attempt;
        expect(answer.status).to.equal(409);
        expect(answer.json()["error"]).to.include({ code: "reference_conflict", executed: false });
      }
      expect(await acquirer().book(reference)).to.have.length(known === "submit" ? 1 : 0);
    }
  });

  it("is either charged or cancelled when a cancellation meets it, never both", async function () {
    this.timeout(30_000);
    for (const round of times(40)) {
      const references = times(10).map(() => newReference());
      await Promise.all(
        references.flatMap((reference) => {
          const submit = () => acquirer().submit(reference, 1_000);
          const cancel = () => (round % 2 === 0 ? acquirer() : other()).cancel(reference, 1_000);
          return (random() < 0.5 ? [submit, cancel] : [cancel, submit]).map((call) => call());
        }),
      );
      for (const reference of references) {
        const { state } = (await acquirer().read(reference)).json();
        expect([state, (await acquirer().book(reference)).length]).to.be.deep.oneOf([
          ["succeeded", 1],
          ["cancelled", 0],
        ]);
      }
    }
  });

  it("is charged once when the connection breaks under a shared commit, which is then repeated alone", async () => {
    const references = times(50).map(() => newReference());
    const holder = await connect(database().adminUrl, "holder");
    await holder.query("begin");
    await holder.query("lock table sandbox_acquirer.book in exclusive mode");
    const calls = references.map((reference) => acquirer().submit(reference, 1_000));
    await waitFor(
      "a commit to be broken",
      async () => (await database().sql(BREAK_WAITING_COMMITS)).length > 0,
    );
    await holder.query("commit");
    await holder.end();
    for (const answer of await Promise.all(calls)) expect(answer.json()).to.include({ state: "succeeded" });
    for (const reference of references) expect(await acquirer().book(reference)).to.have.length(1);
    const { text } = await send(`${acquirer().processUrl}/metrics`, "GET");
    expect(text).to.match(/acquirer_batches_repeated_total\{commit="authorise_new_order"\} [1-9]/);
  });

  for (const operation of ["register", "authorise"] as const) {
    it(`meets the faults of ${operation}: refused before it nothing exists, lost after it everything does`, async () => {
      const [refused, lost] = [newReference(), newReference()];
      await acquirer().faults([{ operation, fault: "fail_before", reference: refused }]);
      const answer = await acquirer().submit(refused, 1_000);
      expect(answer.status).to.equal(500);
      expect(answer.json()["error"]).to.include({ code: "not_executed", executed: false });
      expect((await acquirer().read(refused)).status).to.equal(404);

      await acquirer().faults([{ operation, fault: "lose_answer", reference: lost }]);
      expect(await errorOf(acquirer().submit(lost, 1_000))).to.equal("UND_ERR_SOCKET");
      expect(await acquirer().book(lost)).to.have.length(1);
    });
  }

  it("meets a fault of any operation once", async () => {
    const [changed, garbage, slow] = [newReference(), newReference(), newReference()];
    await acquirer().faults([{ operation: "any", fault: "other_amount", times: 1, reference: changed }]);
    expect((await acquirer().submit(changed, 1_000)).json()).to.include({ amount: 1_001 });

    await acquirer().faults([{ operation: "any", fault: "garbage", times: 2, reference: garbage }]);
    for (const spoilt of [true, true, false]) {
      const { text } = await acquirer().submit(garbage, 1_000);
      expect(text.endsWith("}"), text).to.equal(!spoilt);
    }

    await acquirer().faults([{ operation: "any", fault: "slow", delay_ms: 1, times: 2, reference: slow }]);
    await acquirer().submit(slow, 1_000);
    const left = await send(`${acquirer().adminUrl}/faults`, "GET");
    expect(left.json()).to.deep.equal({
      rules: [{ operation: "any", fault: "slow", delay_ms: 1, times: 1, reference: slow }],
    });
  });

  const wrong: readonly (readonly [param: string, authorisation: unknown])[] = [
    ["authorisation", 1],
    ["authorisation.instrument", {}],
    ["authorisation.instrument.card", { instrument: { kind: "card" } }],
    [
      "authorisation.instrument.card.number",
      { instrument: { kind: "card", card: { ...CARD, number: "42" } } },
    ],
  ];
  for (const [param, authorisation] of wrong) {
    it(`is refused with the name of the field where ${param} is wrong, and nothing exists afterwards`, async () => {
      const reference = newReference();
      const answer = await acquirer().submit(reference, 1_000, { authorisation });
      expect(answer.status).to.equal(400);
      expect(answer.json()["error"]).to.include({ code: "invalid_request", param, executed: false });
      expect((await acquirer().read(reference)).status).to.equal(404);
    });
  }
});
