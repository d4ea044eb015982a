import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { guardedFolder, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { DUMP, startPgProgram } from "../src/backup/pg-programs.ts";

describe("the password of a database that is backed up", () => {
  let folder: GuardedFolder;

  before(() => {
    folder = guardedFolder("pg-programs");
    const says = `#!/bin/sh\necho "$*"\necho "password=$PGPASSWORD"\n`;
    writeFileSync(join(folder.path, "pg_dump"), says, { mode: 0o700 });
  });
  after(() => folder?.remove());

  for (const url of [
    "postgres://user:s%23cret@127.0.0.1:5432/platform?sslmode=disable",
    "postgres://user@127.0.0.1:5432/platform?sslmode=disable&password=s%23cret",
  ])
    it(`is in no argument of pg_dump: ${url}`, async () => {
      const outside = { PATH: `${folder.path}:/usr/bin:/bin` };
      const program = startPgProgram("pg_dump", DUMP, { url, outside, signal: AbortSignal.timeout(30_000) });
      const [said] = await Promise.all([text(program.output), program.ended]);
      const [args = "", password] = said.split("\n");
      expect(args).to.contain("--dbname=postgres://user@127.0.0.1:5432/platform?sslmode=disable");
      expect(args).not.to.match(/s(?:%23|#)cret/);
      expect(password).to.equal("password=s#cret");
    });
});
