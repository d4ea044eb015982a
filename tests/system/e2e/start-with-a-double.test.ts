import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { guardedFolder, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { FIRST_PAYMENT } from "../../../services/standalone/src/banner.ts";
import { FREE_PORTS, START_TIMEOUT_MS } from "../support/installation.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const MAIN = join(ROOT, "tests/acquirer-doubles/src/start/main.ts");

describe("make start ACQUIRER=…", function () {
  this.timeout(START_TIMEOUT_MS);

  function start(acquirer: string, dataDir: string) {
    const { PATH = "", HOME = "" } = process.env;
    const env = { PATH, HOME, ...FREE_PORTS, DOUBLE_PORT: "0", DATA_DIR: dataDir };
    const child: ChildProcess = spawn(process.execPath, [MAIN, acquirer, `--test=${dataDir}`], {
      cwd: ROOT,
      env,
    });
    let printed = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => (printed += text));
    return { child, printed: () => printed };
  }

  it("prints a live key that pays at the double, and stops with everything on SIGTERM", async () => {
    const folder = guardedFolder("start-with-a-double");
    const { child, printed } = start("checkout-double", join(folder.path, "data"));
    try {
      const found = (pattern: RegExp) =>
        waitFor(String(pattern), () => pattern.exec(printed())?.[1], START_TIMEOUT_MS / 3);
      const key = await found(/Live key {5}(api_live_sk_[A-Za-z0-9]+)\n/);
      const url = await found(/API {10}(http:\S+)/);
      const answer = await fetch(`${url}/v1/payments`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${key}`,
          "idempotency-key": "first",
          "content-type": "application/json",
        },
        body: JSON.stringify(FIRST_PAYMENT),
      });
      const text = await answer.text();
      expect(answer.status, text).to.equal(201);
      expect(text).to.contain('"livemode":true');
    } finally {
      child.kill("SIGTERM");
    }
    const [code] = child.exitCode === null ? await once(child, "exit") : [child.exitCode];
    expect(code, printed().slice(-2_000)).to.equal(0);
    await folder.remove();
  });

  it("names the doubles that there are where another is asked for", async () => {
    const { child, printed } = start("visa-double", "unused");
    const [code] = await once(child, "close");
    expect([code, printed()]).to.deep.equal([
      2,
      "which acquirer? ACQUIRER=checkout-double or ACQUIRER=adyen-double, or none for the Sandbox alone\n",
    ]);
  });
});
