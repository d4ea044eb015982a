import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { ADMIN_USER, findNatsServer, startNatsServer } from "@flowlix/runtime/nats-server";
import { guardedFolder } from "./run-guard.ts";
import { askForServer } from "./shared-servers.ts";
import { skipBecause } from "./skip.ts";

/** For a server of your own: `nats://user:password@host:port`. */
export const NATS_URL_VARIABLE = "FLOWLIX_TEST_NATS_URL";

export interface TestNats {
  /** With user and password, who may use every subject. */
  readonly url: string;
  stop(): Promise<void>;
}

/** How a broker of a test reaches the bus; the namespace keeps tests on one server apart. */
export interface TestBus {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  readonly namespace: string;
}

/** A server for tests, or null where there is no nats-server. */
export async function startTestNats(): Promise<TestNats | null> {
  if (findNatsServer() === null) return null;
  const folder = guardedFolder("nats");
  const password = randomBytes(16).toString("hex");
  const users = [{ user: ADMIN_USER, password, publish: [">"], subscribe: [">"] }];
  const server = await startNatsServer({ dataDir: join(folder.path, "nats"), users });
  const url = new URL(server.url);
  url.username = ADMIN_USER;
  url.password = password;
  const stop = async () => {
    await server.stop();
    await folder.remove();
  };
  return { url: url.href, stop };
}

/**
 * A bus with a namespace of its own for the surrounding `describe`; its tests are skipped where there
 * is no nats-server. Call it in the body of a `describe`, the function it returns inside of tests.
 */
export function withNats(): () => TestBus {
  let own: TestNats | null = null;
  let bus: TestBus | undefined;
  before("reach a NATS server", async function () {
    const given = process.env[NATS_URL_VARIABLE] ?? "";
    const shared = given === "" ? await askForServer("nats") : given;
    if (shared === undefined) own = await startTestNats();
    const url = shared ?? own?.url ?? "";
    if (url === "") skipBecause(this, "nats-server was not found");
    bus = testBus(url);
  });
  after("leave the NATS server", async () => {
    await own?.stop();
    bus = undefined;
  });
  return () => {
    if (bus === undefined) throw new Error("the bus exists only while the tests of its describe run");
    return bus;
  };
}

function testBus(address: string): TestBus {
  const url = new URL(address);
  const { username: user, password } = url;
  url.username = "";
  url.password = "";
  return { url: url.href, user, password, namespace: `test-${randomBytes(6).toString("hex")}` };
}
