import { connect } from "@flowlix/persistence";
import { withDatabase } from "@flowlix/testkit";

/** A suite that never ends, run by the tests of the setup in a mocha of its own. */
describe("An endless suite", function () {
  this.timeout(0);
  const database = withDatabase([]);

  it("waits for its runner to be killed", async () => {
    const client = await connect(database().adminUrl, "endless");
    const { rows } = await client.query("select current_setting('data_directory') as folder");
    process.stdout.write(`folder: ${String(rows[0]?.folder)}\n`);
    await new Promise(() => undefined);
  });
});
