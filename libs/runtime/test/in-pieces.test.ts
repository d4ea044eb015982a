import { inPieces } from "@flowlix/runtime";
import { expect } from "chai";

describe("work in pieces", () => {
  it("goes on until a piece is less than it could be, and counts what was done", async () => {
    const pieces = [10, 10, 4];
    const asked: number[] = [];
    const turn = await inPieces(10, async () => {
      const piece = pieces.shift() ?? 0;
      asked.push(piece);
      return piece;
    });
    expect(turn).to.deep.equal({ done: 24, more: false });
    expect(asked).to.deep.equal([10, 10, 4]);
  });

  it("is broken off after its time, and says that there is more", async () => {
    const real = performance.now.bind(performance);
    let now = 0;
    performance.now = () => now;
    try {
      const turn = await inPieces(10, async () => {
        now += 4_000;
        return 10;
      });
      expect(turn).to.deep.equal({ done: 30, more: true });
    } finally {
      performance.now = real;
    }
  });
});
