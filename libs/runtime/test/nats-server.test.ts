import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { findNatsServer, startNatsServer } from "@flowlix/runtime/nats-server";
import { skipBecause, waitFor } from "@flowlix/testkit";
import { rejectionOf } from "./support.ts";

const users = [{ user: "admin", password: "p", publish: [">"], subscribe: [">"] }];

describe("the nats-server", function () {
  this.timeout(20_000);
  let directory = "";
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "flowlix-nats-server-"));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const program = (...path: string[]): string => {
    const file = join(directory, ...path);
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, "");
    chmodSync(file, 0o755);
    return file;
  };

  it("is looked for where it is named, then on the path, then in the cache, the newest first", () => {
    const cached = program("cache", "flowlix", "tools", "nats-server-2.15.10");
    program("cache", "flowlix", "tools", "nats-server-2.15.9");
    program("cache", "flowlix", "tools", "nats-server-2.16.0.tmp");
    const onPath = program("bin", "nats-server");
    const named = program("named");
    const env = { XDG_CACHE_HOME: join(directory, "cache") };
    expect(findNatsServer(env)).to.equal(cached);
    expect(findNatsServer({ ...env, PATH: `/nowhere:${join(directory, "bin")}` })).to.equal(onPath);
    expect(findNatsServer({ ...env, PATH: join(directory, "bin"), NATS_SERVER: named })).to.equal(named);
    expect(findNatsServer({ ...env, NATS_SERVER: "/nowhere/nats-server" })).to.equal(null);
    expect(findNatsServer({ XDG_CACHE_HOME: "/nowhere" })).to.equal(null);
  });

  it("that an earlier parent left behind is ended before another starts", async function () {
    if (findNatsServer() === null) skipBecause(this, "nats-server was not found");
    const left = await startNatsServer({ dataDir: directory, users });
    const next = await startNatsServer({ dataDir: directory, users });
    await waitFor("the first to be gone", () => !isAlive(left.pid));
    expect(isAlive(next.pid)).to.equal(true);
    await next.stop();
    await next.stop();
    expect(isAlive(next.pid)).to.equal(false);
  });

  it("says why it does not start", async function () {
    if (findNatsServer() === null) skipBecause(this, "nats-server was not found");
    const occupied = createServer();
    await new Promise<void>((resolve) => occupied.listen(0, "127.0.0.1", resolve));
    const address = occupied.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const error = await rejectionOf(startNatsServer({ dataDir: directory, users, port }));
    occupied.close();
    expect(String(error)).to.match(/nats-server did not start: .*address already in use/);
    expect(
      String(await rejectionOf(startNatsServer({ dataDir: directory, users, binary: "/nowhere" }))),
    ).to.contain("did not start");
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
