import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { skipBecause } from "@flowlix/testkit";
import { expect } from "chai";

/** A device whose every write says that there is no room; Linux has it. */
const FULL = "/dev/full";
const LOG_AND_END = resolve(import.meta.dirname, "fixtures/log-and-end.ts");

/** Indexes of the lines that arrive at the standard output of a process that logs `count` lines in one turn. */
async function arrived(count: number, end: string): Promise<number[]> {
  const child = spawn(process.execPath, [LOG_AND_END, String(count), end], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(child, "close");
  const output = await text(child.stdout);
  await ended;
  return output
    .split("\n")
    .filter((line) => line !== "")
    .map((line): { index: number } => JSON.parse(line))
    .map(({ index }) => index);
}

const all = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("standard output of logs", () => {
  for (const end of ["exit", "throw", "return"])
    it(`has every line of a process that ends by ${end} in the turn that logged`, async () => {
      expect(await arrived(200, end)).to.deep.equal(all(200));
    });

  it("has the lines of earlier turns when a process is killed", async () => {
    expect(await arrived(200, "kill")).to.deep.equal(all(200));
  });

  for (const end of ["return", "touched"])
    it(`loses none of many more lines than a pipe holds: ${end}`, async () => {
      expect(await arrived(20_000, end)).to.deep.equal(all(20_000));
    });

  it("is no reason to end, or to stand still, when its reader goes away", async () => {
    const child = spawn(process.execPath, [LOG_AND_END, "1", "on"], { stdio: ["ignore", "pipe", "ignore"] });
    await once(child.stdout, "data");
    child.stdout.destroy();
    const exit = once(child, "exit");
    child.kill("SIGTERM");
    expect(await exit).to.deep.equal([0, null]);
  });

  it("ends the process when it cannot be written", async function () {
    if (!existsSync(FULL)) skipBecause(this, `${FULL} was not found`);
    const full = openSync(FULL, "w");
    const child = spawn(process.execPath, [LOG_AND_END, "1", "on"], { stdio: ["ignore", full, "ignore"] });
    closeSync(full);
    expect(await once(child, "exit")).to.deep.equal([1, null]);
  });
});
