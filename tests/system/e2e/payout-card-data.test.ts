import { createHash, randomUUID } from "node:crypto";
import { startTestNats, type TestNats } from "@flowlix/testkit";
import { expect } from "chai";
import { needsNats } from "../support/installation.ts";
import type { Answer } from "./support/api.ts";
import { recordBus, type BusRecorder } from "./support/bus-recorder.ts";
import { PAYOUT_CARD, payoutRequest, payoutsOf } from "./support/payouts.ts";
import { TEST_TIMEOUT_MS, WIRINGS, withPlatform } from "./support/platform.ts";
import { files, findings, metrics, postgresLog, tables, type Secrets } from "./support/traces-left.ts";

const WRONG_DIGIT = "2223003122003223";
/** In the recipient's address and of the sender: as little kept as the number. */
const UNKEPT = "Wexcombe-Unkept";
const HOME = { line1: `1 ${UNKEPT} Street`, city: UNKEPT, postal_code: "W1", country: "GB" };
const IN_FULL = {
  destination: { card_number: PAYOUT_CARD, exp_month: 12, exp_year: 2034 },
  sender: { first_name: UNKEPT, last_name: UNKEPT, address: HOME },
};
/** No secret: shows that what is looked for in a place would be found there. */
const MARKER = "Quixworth-Marker";

for (const wiring of WIRINGS) {
  describe(`no payout's card number, address or sender is left anywhere, ${wiring.name}`, function () {
    this.timeout(2 * TEST_TIMEOUT_MS);
    let nats: TestNats | null = null;
    let bus: BusRecorder | undefined;
    before(async function () {
      if (!wiring.distributed) return;
      needsNats(this);
      nats = await startTestNats();
      bus = await recordBus(nats?.url ?? "");
    });
    after(async () => {
      bus?.stop();
      await nats?.stop();
    });
    const platform = withPlatform(wiring, () => ({ env: { LOG_LEVEL: "trace", ...busSettings(nats) } }));
    const { post, sendUntilAnswered } = payoutsOf(platform);
    /** A connection that was ended may be noticed by a request: 503, nothing made, the key free for it again. */
    const create = (changes: object = {}) => sendUntilAnswered(changes, randomUUID());
    const answers: Answer[] = [];
    const created: Answer[] = [];
    const secrets: Secrets = {
      "the card number": PAYOUT_CARD,
      "a number that fails the check digit": WRONG_DIGIT,
      "the number's SHA-256": createHash("sha256").update(PAYOUT_CARD).digest("hex"),
      "the number in groups": PAYOUT_CARD.replaceAll(/(?<=^(?:.{4})+)/g, " ").trim(),
      "an address or a sender": UNKEPT,
      "the number in base64": Buffer.from(PAYOUT_CARD).toString("base64").slice(0, 20),
    };

    before("whole payouts, failures and careless requests", async () => {
      const { database, acquirer, api } = platform();
      await database.sql("alter system set log_statement = 'all'");
      await database.sql("alter database postgres set log_error_verbosity = 'default'");
      await database.sql("select pg_reload_conf()");
      await database.terminateServices();
      const recipient = { country: "PL", first_name: MARKER, last_name: "x", address: HOME };
      for (const amount of [1, 100_051, 104_051, 105_098, 106_000, 106_001])
        created.push(await create({ amount, recipient, ...IN_FULL }));
      for (const fault of ["fail_before", "lose_answer", "garbage", "other_amount", "down"] as const) {
        await acquirer.fault({ operation: "payout", fault, times: 1 });
        created.push(await create());
        await acquirer.mend();
      }
      answers.push(...created);
      const body = JSON.stringify(payoutRequest());
      for (const text of [
        body.slice(0, -1),
        body.replace(`"${PAYOUT_CARD}"`, PAYOUT_CARD),
        body.replace(PAYOUT_CARD, `${PAYOUT_CARD}00000`),
        body.replace(PAYOUT_CARD, WRONG_DIGIT),
        body.replace('"card_number"', `"${PAYOUT_CARD}":1,"card_number"`),
      ])
        answers.push(await post(text));
      const spaced = PAYOUT_CARD.replaceAll(/(?<=^(?:.{4})+)/g, "%20");
      for (const path of [
        `/${PAYOUT_CARD}`,
        `?card=${PAYOUT_CARD}`,
        `?search=${PAYOUT_CARD}`,
        `?search=${spaced}`,
        `?search=${PAYOUT_CARD}&starting_after=${PAYOUT_CARD}`,
      ])
        answers.push(await api.send("GET", `/v1/payouts${path}`));
    });

    it("not in any log line or answer [PO-2]", () => {
      expect(created.map(({ status, text }) => (status === 201 ? status : text))).to.deep.equal(
        created.map(() => 201),
      );
      const shown = answers.map(({ text }) => text).join("\n");
      expect(shown).to.include(MARKER);
      const places = [
        { name: "answers", text: shown },
        { name: "logs", text: platform().output() },
      ];
      expect(findings(places, secrets)).to.deep.equal([]);
    });

    it("not in any table of any schema, nor in any metric", async () => {
      const places = await tables(platform().database);
      expect(places.map(({ name }) => name)).to.include.members([
        "table payouts.payouts",
        "table payouts.outbox",
      ]);
      expect(findings(places, { marker: MARKER })).not.to.deep.equal([]);
      expect(findings([...places, ...(await metrics(platform()))], secrets)).to.deep.equal([]);
    });

    it("not in what Postgres logs of every statement, nor in any other file", async () => {
      await platform().database.sql("checkpoint");
      const places = [...postgresLog(platform()), ...files(platform())];
      expect(findings(places, { marker: MARKER })).not.to.deep.equal([]);
      expect(findings(places, secrets)).to.deep.equal([]);
    });

    if (wiring.distributed) {
      it("not in any message on the bus", () => {
        const text = bus?.bytes() ?? "";
        expect(text).to.include("payouts.create").and.to.include(MARKER);
        expect(findings([{ name: "the bus", text }], secrets)).to.deep.equal([]);
      });
    }
  });
}

function busSettings(nats: TestNats | null): Record<string, string> {
  if (nats === null) return {};
  const { host, username, password } = new URL(nats.url);
  return { NATS_URL: `nats://${host}`, NATS_USER: username, NATS_PASSWORD: password };
}
