import { expect } from "chai";
import { createReadiness } from "@flowlix/runtime";
import { gate } from "@flowlix/testkit";

const good = { name: "good", check: () => Promise.resolve() };

describe("readiness", () => {
  it("names every check that fails, and no other", async () => {
    const readiness = createReadiness();
    const bad = { name: "bad", check: () => Promise.reject(new Error("x")) };
    const worse = {
      name: "worse",
      check: () => {
        throw new Error("x");
      },
    };
    readiness.add([good, bad, worse]);
    expect(await readiness.answer()).to.deep.equal({ ok: false, failing: ["bad", "worse"] });
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
    expect(await readiness.answer()).to.deep.equal({ ok: false, failing: ["hanging"] });
    // Adding drops the answer that is kept, so that the checks run again.
    readiness.add([good]);
    expect(await readiness.answer()).to.deep.equal({ ok: false, failing: ["hanging"] });
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
    expect(await readiness.answer()).to.deep.equal({ ok: false, failing: ["stopping"] });
    readiness.hold(undefined);
    expect((await readiness.answer()).ok).to.equal(true);
  });
});
