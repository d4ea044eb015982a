import { SEED } from "@flowlix/testkit";
import { startAcquirers, type AcquirerName, type Acquirers } from "./support/storm/acquirers.ts";
import { compareBooks } from "./support/storm/books.ts";
import { startInbox, type Inbox } from "./support/storm/deliveries.ts";
import { createDraw } from "./support/storm/draw.ts";
import { SWITCHED, whileAway } from "./support/storm/failover.ts";
import { JOURNEYS, KINDS, orderOf, refundOf, type Kind } from "./support/storm/journeys.ts";
import { ACCOUNT_SETTINGS, merchantOfBoth } from "./support/storm/merchant.ts";
import { compareObjects } from "./support/storm/objects.ts";
import { createPayers } from "./support/storm/payer.ts";
import { settle, settleForGood } from "./support/storm/settle.ts";
import { compareStatements } from "./support/storm/statements.ts";
import type { Storm } from "./support/storm/storm.ts";
import { loseAnswers, strike } from "./support/storm/trouble.ts";
import { IN_PROCESS, OVER_NATS, withPlatform } from "./support/platform.ts";

const STORM_TIMEOUT_MS = 1_200_000;

/**
 * Webhooks of live mode lead to public addresses alone (docs/decisions/0039-where-webhooks-connect-to.md): what is
 * delivered is looked at where the accounts are the Sandbox's.
 */
const FORMS = [
  { wiring: IN_PROCESS, livemode: true },
  { wiring: OVER_NATS, livemode: false },
];

for (const { wiring, livemode } of FORMS)
  describe(`a storm of kills, with two acquirers as one merchant's accounts, ${wiring.name}, ${livemode ? "live" : "Sandbox"}`, function () {
    this.timeout(STORM_TIMEOUT_MS);
    const platform = withPlatform(wiring, { env: ACCOUNT_SETTINGS });
    const draw = createDraw();
    let acquirers: Acquirers;
    let inbox: Inbox | null = null;
    let storm: Storm;

    before(async () => {
      acquirers = await startAcquirers(livemode);
      const merchant = await merchantOfBoth(platform(), acquirers, livemode);
      storm = {
        platform: platform(),
        acquirers,
        merchant,
        payers: createPayers(acquirers),
        draw,
        livemode,
      };
      if (!livemode) inbox = await startInbox(storm);
    });
    after(async () => {
      await acquirers?.stop();
      await inbox?.close();
    });

    const say = (words: string) => process.stdout.write(`storm, ${wiring.name}: ${words}\n`);
    const begin = async (kind: Kind): Promise<void> => {
      const made = await storm.merchant.create(orderOf(kind, 1_000 + draw.below(50_000)));
      await storm.payers.go(made, made.shown);
    };

    it("every object agrees with the acquirers' books, and so do journals, statements and webhooks", async () => {
      say(`SEED=${SEED}`);
      const kinds = draw.shuffled(
        KINDS.flatMap((kind) => Array.from({ length: JOURNEYS[kind] }, () => kind)),
      );
      const wave = (nth: number) => kinds.filter((_, index) => index % 3 === nth);
      for (const nth of [0, 1]) {
        loseAnswers(storm, ["/payments", "/payments", "/transfers", "/details"]);
        const running = wave(nth).map(begin);
        say(await strike(storm, wiring, running));
        await Promise.all(running);
      }
      await settle(storm);
      const away: AcquirerName = draw.one(["checkout", "adyen"]);
      for (const { faults } of Object.values(acquirers.doubles)) faults.clear();
      await whileAway(storm, away, () => wave(2).map(begin));
      const switched = await platform().database.sql(SWITCHED);
      say(`${away} was away, ${switched.length} went to the other one`);
      await settle(storm);

      loseAnswers(storm, ["/refunds"]);
      const running = (await refunds()).map((order) => storm.merchant.create(order));
      say(await strike(storm, wiring, running));
      await Promise.all(running);
      await settle(storm);
      await settleForGood(storm);

      const tally = await compareObjects(storm);
      await compareBooks(storm);
      await compareStatements(storm);
      await inbox?.compare(storm);
      say(JSON.stringify(tally));
    });

    /** Of what can be given back every other one in full, and the rest in two parts. */
    async function refunds() {
      const charged = [];
      for (const made of storm.merchant.made.filter(({ kind }) => kind === "refund")) {
        const shown = await storm.merchant.read(made);
        if (shown.status === "SUCCEEDED") charged.push(shown);
      }
      return charged.flatMap(({ id, amount }, index) =>
        (index % 2 === 0 ? [amount] : [300 + draw.below(100), 200]).map((part) => refundOf(id, part)),
      );
    }
  });
