import { expect } from "chai";
import { createPause } from "../src/jobs/pause.ts";

const LONG = 3_600_000;

describe("the pause between two questions", () => {
  it("is as short as what is learnt while it lasts", async () => {
    const pause = createPause();
    const slept = pause.sleep(LONG);
    pause.shorten(LONG / 2);
    pause.shorten(1);
    pause.shorten(LONG);
    await slept;
  });

  it("is as short as what was learnt before it began, once", async () => {
    const pause = createPause();
    pause.shorten(0);
    await pause.sleep(LONG);
    const second = pause.sleep(LONG).then(() => "the second");
    const another = createPause()
      .sleep(5)
      .then(() => "another");
    expect(await Promise.race([second, another])).to.equal("another");
    pause.end();
    await second;
  });

  it("does not last any more once it was ended", async () => {
    const pause = createPause();
    pause.end();
    await pause.sleep(LONG);
    await pause.sleep(LONG);
  });
});
