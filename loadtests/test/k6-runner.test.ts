import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mock } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { guardedFolder, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { trackChildren } from "../bench/children.ts";
import { releaseOf, runK6, type RunningK6 } from "../runner/k6.ts";

describe("k6 under the runner", function () {
  this.timeout(60_000);
  let folder: GuardedFolder;
  const children = trackChildren();
  before(() => {
    folder = guardedFolder("k6-runner");
  });
  after(async () => {
    await children.stopAll();
    await folder?.remove();
  });

  /** A program in its place. */
  function standIn(name: string, script: string): string {
    const path = join(folder.path, name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return path;
  }
  const running = (k6: string, limitMs: number): Promise<RunningK6> =>
    runK6(children, { k6, test: "smoke", env: {}, limitMs, progress: () => undefined });

  it("is ended where it hangs: asked first, so that it can still write its report", async () => {
    const ready = join(folder.path, "ready");
    const k6 = standIn("hangs", `trap 'exit 105' INT\n: > '${ready}'\nwhile :; do sleep 0.1; done`);
    // Its time is not up before it can be asked, however slow the machine is.
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const hanging = await running(k6, 500);
      while (!existsSync(ready)) await turn();
      mock.timers.tick(500);
      expect([await hanging.ended, hanging.overdue()]).to.deep.equal([105, true]);
    } finally {
      mock.timers.reset();
    }
  });

  it("is left alone where it ends by itself", async () => {
    const quick = await running(standIn("ends", "exit 99"), 60_000);
    expect([await quick.ended, quick.overdue()]).to.deep.equal([99, false]);
  });

  it("says which release it is, and nothing where it cannot be asked", () => {
    const k6 = standIn("named", "echo 'k6 v1.8.1 (commit/devel, go1.25.0, linux/amd64)'");
    expect(releaseOf(k6)).to.equal("1.8.1");
    expect(releaseOf(join(folder.path, "nobody"))).to.equal("unknown");
  });
});
