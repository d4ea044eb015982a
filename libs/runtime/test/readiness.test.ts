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
});
