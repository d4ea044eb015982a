import { randomUUID } from "node:crypto";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { paymentOf, type Answer } from "./support/api.ts";
import { LEASE_MS, TEST_TIMEOUT_MS, WIRINGS, withPlatform } from "./support/platform.ts";
import { reconcile } from "./support/reconciliation.ts";

const CLIENTS = 16;
const AMOUNT = 50_000;

for (const wiring of WIRINGS) {
  describe(`database connections break under load, ${wiring.name}`, function () {
    this.timeout(TEST_TIMEOUT_MS);
    const platform = withPlatform(wiring);

    /** Creates with so many clients until told to stop; every answer by its key. */
    function load() {
      const answers = new Map<string, Answer>();
      let stopping = false;
      const client = async () => {
        while (!stopping) {
          const key = randomUUID();
          answers.set(key, await platform().api.create({ key, amount: AMOUNT }));
        }
      };
      const clients = Promise.all(Array.from({ length: CLIENTS }, client));
      return {
        answers,
        stop: async () => {
          stopping = true;
          await clients;
        },
      };
    }

    it("every connection ended ten times: nothing is lost, doubled or told a lie", async () => {
      const { api, database, acquirer, passTime } = platform();
      const { answers, stop } = load();
      let ended = 0;
      for (let round = 0; round < 10; round += 1) {
        const target = answers.size + 15;
        await waitFor("some more answers", () => answers.size >= target);
        ended += await database.terminateServices();
      }
      await stop();
      expect(ended, "connections were ended").to.be.above(10);

      for (const answer of answers.values()) {
        expect([201, 500, 503], answer.text).to.include(answer.status);
        if (answer.status !== 201) continue;
        const { id, status } = paymentOf(answer);
        const charges = await acquirer.charges(id);
        // The acquirer's connections end too: what it could not say is PENDING, whether it charged or not.
        if (status === "PENDING") expect(charges).to.be.at.most(1);
        else expect([status, charges]).to.deep.equal(status === "FAILED" ? ["FAILED", 0] : ["SUCCEEDED", 1]);
      }
      await passTime(LEASE_MS + 1_000);
      const attempts = [...answers.keys()].map((key) => ({ key, amount: AMOUNT }));
      await reconcile(platform(), attempts);
      expect((await api.create()).status, "and it goes on").to.equal(201);
    });

    it("Postgres killed under load and started again: the same", async () => {
      const { passTime, pids } = platform();
      const { answers, stop } = load();
      await waitFor("some answers", () => answers.size >= 30);
      const [killed = 0] = pids("postgres");
      process.kill(killed, "SIGKILL");
      await waitFor("another Postgres", () => pids("postgres").some((pid) => pid !== killed), 45_000);
      const before = [...answers.values()].filter(({ status }) => status === 201).length;
      await waitFor(
        "payments to be made again",
        () => [...answers.values()].filter(({ status }) => status === 201).length > before + 10,
        45_000,
      );
      await stop();
      await passTime(LEASE_MS + 1_000);
      await reconcile(
        platform(),
        [...answers.keys()].map((key) => ({ key, amount: AMOUNT })),
      );
    });
  });
}
