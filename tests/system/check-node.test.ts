import { spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { guardedFolder } from "@flowlix/testkit";
import { expect } from "chai";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

function check(binary: string, path = process.env["PATH"]) {
  const env = { ...process.env, PATH: path };
  const { status, stderr } = spawnSync(join(ROOT, "tools/install/check-node"), [binary], {
    encoding: "utf8",
    env,
  });
  return { status, lines: stderr.trim().split("\n") };
}

describe("the Node that npm brought", () => {
  it("is the one whose hash is recorded", () => {
    expect(check(join(ROOT, "node_modules/.bin/node"))).to.deep.equal({ status: 0, lines: [""] });
  });

  it("is refused in one line where a byte of it is another", async () => {
    const folder = guardedFolder("check-node");
    try {
      const other = join(folder.path, "node");
      copyFileSync(join(ROOT, "node_modules/.bin/node"), other);
      appendFileSync(other, "x");
      const { status, lines } = check(other);
      expect(status).to.equal(1);
      expect(lines).to.have.lengthOf(1);
      expect(lines[0]).to.include("is not the Node").and.to.include("tools/install/node-hashes.txt");
    } finally {
      await folder.remove();
    }
  });

  it("passes with one line on a machine for which no hash is recorded", async () => {
    const folder = guardedFolder("check-node");
    try {
      const uname = join(folder.path, "uname");
      writeFileSync(uname, "#!/bin/sh\necho Other machine\n");
      chmodSync(uname, 0o755);
      const path = `${folder.path}:${process.env["PATH"]}`;
      const { status, lines } = check(join(ROOT, "node_modules/.bin/node"), path);
      expect(status).to.equal(0);
      expect(lines).to.have.lengthOf(1);
      expect(lines[0]).to.include("is not compared");
    } finally {
      await folder.remove();
    }
  });
});
