import { expect } from "chai";
import { readdirSync, readFileSync } from "node:fs";
import { getPriority, platform } from "node:os";
import { yieldBackgroundThreads } from "../src/background-threads.ts";

const names = () =>
  readdirSync("/proc/self/task").map((thread) => ({
    thread: Number(thread),
    name: readFileSync(`/proc/self/task/${thread}/comm`, "latin1").trim(),
  }));

describe("Background threads", () => {
  it("give way to the thread that serves requests, which keeps its own priority", function () {
    if (platform() !== "linux") {
      expect(yieldBackgroundThreads()).to.equal(0);
      return;
    }
    const own = getPriority(process.pid);
    const reached = yieldBackgroundThreads();
    const workers = names().filter(({ name }) => name === "V8Worker");
    expect(reached).to.be.greaterThan(0);
    expect(workers).to.have.length(reached);
    for (const { thread } of workers) expect(getPriority(thread)).to.equal(19);
    expect(getPriority(process.pid)).to.equal(own);
  });
});
