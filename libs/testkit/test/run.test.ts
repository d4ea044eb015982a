import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { guardedFolder, oncePerRun, SHARED_SERVERS_VARIABLE, seededRandom } from "@flowlix/testkit";
import { RUN_FOLDER_VARIABLE } from "../src/once-per-run.ts";
import { askForServer, offerServers } from "../src/shared-servers.ts";

/** Sets a variable of this process for a while. */
async function having<T>(variable: string, value: string, work: () => Promise<T>): Promise<T> {
  const before = process.env[variable];
  process.env[variable] = value;
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env[variable];
    else process.env[variable] = before;
  }
}

describe("What the processes of a run share", () => {
  it("is drawn alike for the same seed, and otherwise for another", () => {
    const draw = (seed: number) => Array.from({ length: 20 }, seededRandom(seed));
    expect(draw(7)).to.deep.equal(draw(7));
    expect(draw(7)).not.to.deep.equal(draw(8));
    for (const drawn of draw(7)) expect(drawn).to.be.within(0, 1);
  });

  it("is made once, also where several ask at once, and made again where making it failed", async () => {
    const folder = guardedFolder("once");
    let made = 0;
    const make = async (path: string) => {
      made += 1;
      mkdirSync(path);
      writeFileSync(join(path, "content"), String(made));
      if (made === 1) throw new Error("the first fails half-way");
    };
    try {
      await having(RUN_FOLDER_VARIABLE, folder.path, async () => {
        const results = await Promise.allSettled([1, 2, 3].map(() => oncePerRun("thing", make)));
        expect(results.map(({ status }) => status).toSorted()).to.deep.equal([
          "fulfilled",
          "fulfilled",
          "rejected",
        ]);
        expect(await oncePerRun("thing", make)).to.equal(join(folder.path, "thing"));
      });
      expect(made).to.equal(2);
    } finally {
      await folder.remove();
    }
  });

  it("is nobody's outside of a run", async () => {
    await having(RUN_FOLDER_VARIABLE, "", async () => {
      expect(await oncePerRun("thing", () => Promise.reject(new Error("not asked")))).to.equal(undefined);
    });
    await having(SHARED_SERVERS_VARIABLE, "", async () => {
      expect(await askForServer("one")).to.equal(undefined);
    });
  });

  it("is a server that starts when the first asks, told to all, and not to who does not know the run's token", async () => {
    let starts = 0;
    let stops = 0;
    const one = async () => {
      starts += 1;
      return { url: "one://here", stop: async () => void (stops += 1) };
    };
    const bad = () => Promise.reject(new Error("does not start"));
    const servers = await offerServers({ one, none: () => Promise.resolve(null), bad });
    expect(starts).to.equal(0);
    await having(SHARED_SERVERS_VARIABLE, servers.address, async () => {
      expect(await Promise.all([askForServer("one"), askForServer("one")])).to.deep.equal([
        "one://here",
        "one://here",
      ]);
      expect(await askForServer("none")).to.equal("");
      const failed = await askForServer("bad").then(String, String);
      expect(failed).to.equal("Error: the run's bad did not start");
    });
    await having(SHARED_SERVERS_VARIABLE, `${servers.address.split(":")[0]}:another`, async () => {
      expect(await askForServer("one")).to.equal("");
    });
    await servers.stop();
    expect([starts, stops]).to.deep.equal([1, 1]);
  });
});
