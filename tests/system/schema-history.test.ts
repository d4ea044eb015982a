import { makeHistory, testPostgresUrl } from "@flowlix/testkit";
import { expect } from "chai";
import { SERVICES } from "../../services/standalone/src/services.ts";

/** A file that says otherwise would have databases refused that are as they should be. */
describe("What schema.json says of each migration is what it makes", function () {
  this.timeout(120_000);

  for (const { name, schema } of SERVICES) {
    it(`of ${name}`, async () => {
      const made = await makeHistory(await testPostgresUrl(), schema);
      expect(made, "run make migration-checksums and commit it").to.deep.equal(schema.history?.());
    });
  }
});
