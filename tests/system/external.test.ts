import { withDatabase, withNats } from "@flowlix/testkit";
import { expect } from "chai";
import { SERVICE_NAMES } from "../../services/standalone/src/service-names.ts";
import {
  START_TIMEOUT_MS,
  startDistributed,
  startStandalone,
  type Installation,
} from "./support/installation.ts";
import { pay } from "./support/pay.ts";

describe("an installation on a database and a bus of others", function () {
  this.timeout(START_TIMEOUT_MS);
  const bus = withNats();
  const database = withDatabase([]);

  const env = () => ({
    DATABASE_URL: database().adminUrl,
    NATS_URL: bus().url,
    NATS_USER: bus().user,
    NATS_PASSWORD: bus().password,
  });

  async function paysOnce(installation: Installation): Promise<string[]> {
    try {
      const { status, body } = await pay(installation);
      expect([status, body["status"]]).to.deep.equal([201, "SUCCEEDED"]);
      return installation.runtime().processes.map(({ service }) => service);
    } finally {
      expect(await installation.stop()).to.equal(0);
    }
  }

  it("takes a payment in one process, and starts neither of its own", async () => {
    expect(await paysOnce(await startStandalone({ env: env() }))).to.deep.equal(["standalone"]);
  });

  it("takes a payment with a process per service, and starts neither of its own", async () => {
    const services = await paysOnce(await startDistributed({ env: env() }));
    expect(services).to.have.members([...SERVICE_NAMES]);
  });
});
