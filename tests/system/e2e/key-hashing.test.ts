import { randomUUID } from "node:crypto";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { errorOf, type Answer } from "./support/api.ts";
import { IN_PROCESS, TEST_TIMEOUT_MS, withPlatform } from "./support/platform.ts";

/** Where the installation stands between a release that stores keys as they came and hashes alone. */
const STAGES = [
  ["long before", "1 day"],
  ["shortly before", "5 minutes"],
  ["shortly after", "-5 minutes"],
  ["long after", "-1 day"],
] as const;

const shownOf = ({ status, text, headers }: Answer) => [status, headers.get("idempotent-replayed"), text];

describe("an installation whose release before stored Idempotency-Keys as they came", function () {
  this.timeout(4 * TEST_TIMEOUT_MS);
  const platform = withPlatform(IN_PROCESS);

  it("replays every key and detects its reuse at every stage, and stores none as it came in the end", async () => {
    const { api, database, restart } = platform();
    const renaming = async () =>
      (await database.sql("select * from gateway.idempotency_key_hashing"))[0] ?? {};
    const made: { readonly key: string; readonly text: string }[] = [];
    for (const [stage, fromNow] of STAGES) {
      await database.sql(
        "update gateway.idempotency_key_hashing set hashed_from = platform.clock() + $1::interval, renamed_all_at = null",
        [fromNow],
      );
      await restart();
      for (const { key, text } of made) {
        expect(shownOf(await api.create({ key })), stage).to.deep.equal([201, "true", text]);
        expect(errorOf(await api.create({ key, amount: 77 })).code, stage).to.equal("idempotency_key_reused");
      }
      const key = randomUUID();
      made.push({ key, text: (await api.create({ key })).text });
    }
    await waitFor("all keys to be renamed", async () => (await renaming())["renamed_all_at"] !== null);
    expect(Number((await renaming())["renamed"])).to.equal(2);
    expect(
      await database.sql(
        "select idempotency_key from idempotency.records where idempotency_key !~ '^§[\\w-]{24}$'",
      ),
    ).to.deep.equal([]);
    for (const { key, text } of made) {
      expect(shownOf(await api.create({ key }))).to.deep.equal([201, "true", text]);
      expect(errorOf(await api.create({ key, amount: 77 })).code).to.equal("idempotency_key_reused");
    }
  });
});
