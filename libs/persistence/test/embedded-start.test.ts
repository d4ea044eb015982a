import { existsSync, writeSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { guardedFolder, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { findPostmaster, removeStalePidFile } from "../src/embedded/postmaster.ts";
import { openStartupLog, STARTUP_LOG } from "../src/embedded/startup-log.ts";
import { embeddedServers } from "./support/embedded-servers.ts";

describe("Starts of one embedded Postgres at the same time", function () {
  this.timeout(60_000);

  describe("each keep their server's words to themselves", () => {
    let folder: GuardedFolder;
    beforeEach(async () => {
      folder = guardedFolder("startup-log");
      await mkdir(folder.path, { recursive: true });
    });
    afterEach(() => folder.remove());

    it("whoever comes second reads why, whatever the first one writes", async () => {
      const [first, second] = [await openStartupLog(folder.path), await openStartupLog(folder.path)];
      writeSync(second.fd, 'FATAL: lock file "postmaster.pid" already exists\n');
      writeSync(first.fd, "LOG: starting PostgreSQL, at greater length than the other one\n");
      expect(await second.read()).to.equal('FATAL: lock file "postmaster.pid" already exists\n');
      expect(await first.read()).to.contain("starting PostgreSQL");
      await second.discard();
      await first.keep();
      expect(await readdir(folder.path)).to.deep.equal([STARTUP_LOG]);
      expect(await readFile(join(folder.path, STARTUP_LOG), "utf8")).to.contain("starting PostgreSQL");
    });

    it("and leave nothing behind when they are killed", async () => {
      const nobody = 2 ** 22 + 1;
      await writeFile(join(folder.path, `${STARTUP_LOG}.${nobody}-0badcafe`), "cut off");
      await (await openStartupLog(folder.path)).keep();
      expect(await readdir(folder.path)).to.deep.equal([STARTUP_LOG]);
    });

    it("and touch no file that an operator put beside theirs", async () => {
      const own = ["bak", "2026-11-21", "4194305", "4194305-0badcafe.gz"].map(
        (end) => `${STARTUP_LOG}.${end}`,
      );
      for (const name of own) await writeFile(join(folder.path, name), "kept");
      await (await openStartupLog(folder.path)).keep();
      expect(await readdir(folder.path)).to.have.members([STARTUP_LOG, ...own]);
    });
  });

  describe("and a file that names its process", () => {
    let servers: ReturnType<typeof embeddedServers>;
    beforeEach(() => {
      servers = embeddedServers();
    });
    afterEach(() => servers.remove());

    it("is never taken from a server that runs, however late it is looked at", async () => {
      const { pid } = await servers.start();
      // Found by nobody when it was looked for, and there when what is left behind is removed.
      await removeStalePidFile(servers.dataDir);
      expect(await findPostmaster(servers.dataDir)).to.include({ pid });
    });

    it("is taken away where its process is something else now", async () => {
      await (await servers.start()).stop();
      const file = join(servers.dataDir, "postmaster.pid");
      await writeFile(file, `${process.pid}\n${servers.dataDir}\n1700000000\n5432\n\n\n\nready\n`);
      await removeStalePidFile(servers.dataDir);
      expect(existsSync(file)).to.equal(false);
      const left = (await readdir(servers.dataDir)).filter((name) => name.startsWith("postmaster.pid"));
      expect(left).to.deep.equal([]);
    });
  });
});
