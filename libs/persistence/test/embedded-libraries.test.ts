import { mkdir, readlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { guardedFolder, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { linkLibraries } from "../src/embedded/binaries.ts";

describe("The libraries of the embedded Postgres", () => {
  let folder: GuardedFolder;
  beforeEach(() => {
    folder = guardedFolder("libraries");
  });
  afterEach(() => folder.remove());

  it("are linked where npm was told to run no install scripts, once and again", async () => {
    await mkdir(join(folder.path, "native", "lib"), { recursive: true });
    const links = [{ source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" }];
    await writeFile(join(folder.path, "native", "pg-symlinks.json"), JSON.stringify(links));
    await linkLibraries(folder.path);
    await linkLibraries(folder.path);
    expect(await readlink(join(folder.path, "native/lib/libpq.so.5"))).to.equal("libpq.so.5.18");
  });

  it("need no links where the package lists none", async () => {
    await linkLibraries(folder.path);
  });
});
