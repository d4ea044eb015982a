import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { guardedFolder, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { ownFiles } from "../src/embedded/cluster-files.ts";
import { findPostmaster, removeStalePidFile } from "../src/embedded/postmaster.ts";
import { readStartupLog, STARTUP_LOG } from "../src/embedded/startup-log.ts";
import { embeddedServers } from "./support/embedded-servers.ts";

describe("Starts of one embedded Postgres at the same time", function () {
  this.timeout(60_000);

  describe("each keep their server's words to themselves", () => {
    let folder: GuardedFolder;
    beforeEach(() => {
      folder = guardedFolder("startup-log");
    });
    afterEach(() => folder.remove());

    const says = (words: string) => spawn("/bin/sh", ["-c", `echo '${words}' >&2`]);

    it("the process that comes second reads why, whatever the first one writes", async () => {
      const files = ownFiles(folder.path);
      const first = readStartupLog(says("LOG: starting PostgreSQL"), files);
      const second = readStartupLog(says('FATAL: lock file "postmaster.pid" already exists'), files);
      await Promise.all([first.ended, second.ended]);
      expect(await readdir(folder.path), "one that is killed now leaves nothing").to.deep.equal([]);
      expect(second.said()).to.equal('FATAL: lock file "postmaster.pid" already exists\n');
      second.discard();
      await first.keep();
      expect(await readdir(folder.path)).to.deep.equal([STARTUP_LOG]);
      expect(await readFile(join(folder.path, STARTUP_LOG), "utf8")).to.equal("LOG: starting PostgreSQL\n");
    });

    it("and touch no file that an operator put beside theirs", async () => {
      const own = ["bak", "2026-11-21", "4194305-0badcafe"].map((end) => `${STARTUP_LOG}.${end}`);
      for (const name of own) await writeFile(join(folder.path, name), "kept");
      const log = readStartupLog(says("LOG: starting PostgreSQL"), ownFiles(folder.path));
      await log.ended;
      await log.keep();
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
      await removeStalePidFile(ownFiles(servers.dataDir));
      expect(await findPostmaster(ownFiles(servers.dataDir))).to.include({ pid });
    });

    it("is taken away where its process is something else now", async () => {
      await (await servers.start()).stop();
      const file = join(servers.dataDir, "postmaster.pid");
      await writeFile(file, `${process.pid}\n${servers.dataDir}\n1700000000\n5432\n\n\n\nready\n`);
      await removeStalePidFile(ownFiles(servers.dataDir));
      expect(existsSync(file)).to.equal(false);
      const left = (await readdir(servers.dataDir)).filter((name) => name.startsWith("postmaster.pid"));
      expect(left).to.deep.equal([]);
    });
  });
});
