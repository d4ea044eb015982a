import { expect } from "chai";
import { createReadiness } from "@flowlix/runtime";
import { gate } from "@flowlix/testkit";

const bad = (name: string) => ({ name, check: () => Promise.reject(new Error("x")) });
const good = { name: "good", check: () => Promise.resolve() };

describe("readiness", () => {
  it("names every check that fails, and no other", async () => {
    const readiness = createReadiness();
    const worse = {
      name: "worse",
      check: () => {
        throw new Error("x");
      },
    };
    readiness.add([good, bad("bad"), worse]);
    expect(await readiness.answer()).to.deep.equal({ ok: false, failing: ["bad", "worse"], unknown: [] });
  });

  it("says of what cannot be asked without another that it is unknown, not that it fails", async () => {
    const away = { name: "store", check: () => Promise.reject(new Error("away")) };
    const readiness = createReadiness();
    readiness.add([{ ...bad("time"), needs: "store" }, away]);
    expect(await readiness.answer()).to.deep.equal({ ok: false, failing: ["store"], unknown: ["time"] });
  });

  it("fails with it as with any other while that one answers", async () => {
    const readiness = createReadiness();
    readiness.add([
      { ...good, name: "store" },
      { ...bad("time"), needs: "store" },
    ]);
    expect(await readiness.answer()).to.deep.equal({ ok: false, failing: ["time"], unknown: [] });
  });

  it("does not wait for a check that hangs, nor start it a second time", async () => {
    const readiness = createReadiness();
    const never = gate();
    let started = 0;
    const hanging = {
      name: "hanging",
      check: () => {
        started += 1;
        return never.pass();
      },
    };
    readiness.add([hanging]);
    expect(await readiness.answer()).to.deep.equal({ ok: false, failing: ["hanging"], unknown: [] });
    // Adding drops the answer that is kept, so that the checks run again.
    readiness.add([good]);
    expect(await readiness.answer()).to.deep.equal({ ok: false, failing: ["hanging"], unknown: [] });
    expect(started).to.equal(1);
    never.open();
  });

  it("asks a dependency once for answers close to one another", async () => {
    const readiness = createReadiness();
    let asked = 0;
    const counting = {
      name: "counting",
      check: async () => {
        asked += 1;
      },
    };
    readiness.add([counting]);
    await Promise.all([readiness.answer(), readiness.answer(), readiness.answer()]);
    expect(asked).to.equal(1);
  });

  it("is refused while the process holds it back, whatever the checks say", async () => {
    const readiness = createReadiness();
    readiness.add([good]);
    readiness.hold("stopping");
    expect(await readiness.answer()).to.deep.equal({ ok: false, failing: ["stopping"], unknown: [] });
    readiness.hold(undefined);
    expect((await readiness.answer()).ok).to.equal(true);
  });

  describe("of a process that answers without its stores", () => {
    const withStores = () => {
      const away = new Set<string>();
      const readiness = createReadiness();
      readiness.stayWithout(["store", "bus"]);
      const check = (name: string) => async () => {
        if (away.has(name)) throw new Error("away");
      };
      const ask = () => {
        // Adding drops the answer that is kept, so that the checks run again.
        readiness.add([]);
        return readiness.answer();
      };
      readiness.add([
        { name: "store", check: check("store") },
        { name: "bus", check: check("bus") },
        { name: "time", check: check("time"), needs: "store" },
      ]);
      return { away, readiness, ask };
    };

    it("stays while they are away, and names them: an answer of ours is better than a balancer's", async () => {
      const { away, ask } = withStores();
      expect((await ask()).ok).to.equal(true);
      for (const name of ["store", "bus", "time"]) away.add(name);
      expect(await ask()).to.deep.equal({ ok: true, failing: ["store", "bus"], unknown: ["time"] });
    });

    it("begins only when all of them were there", async () => {
      const { away, ask } = withStores();
      away.add("bus");
      expect(await ask()).to.deep.equal({ ok: false, failing: ["bus"], unknown: [] });
      away.clear();
      expect((await ask()).ok).to.equal(true);
    });

    it("ends with a fault of its own, and while it is held back", async () => {
      const { away, readiness, ask } = withStores();
      await ask();
      away.add("bus").add("time");
      expect(await ask()).to.deep.equal({ ok: false, failing: ["bus", "time"], unknown: [] });
      away.delete("time");
      readiness.hold("stopping");
      expect((await ask()).ok).to.equal(false);
    });
  });
});
