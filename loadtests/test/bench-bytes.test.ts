import { expect } from "chai";
import { bytesText } from "../bench/bytes/bytes-text.ts";

const table = (name: string, bytes: number) => ({ name, kind: "table" as const, bytes });

describe("The bytes of a payment", () => {
  it("are told by table and index, with what no table explains, and the acquirer's tables apart", () => {
    const text = bytesText({
      payments: 10,
      before: [table("payments.payments", 1_000), table("gateway.keys", 500)],
      after: [
        table("payments.payments", 3_000),
        table("gateway.keys", 500),
        table("sandbox_acquirer.orders", 400),
      ],
      log: [
        { name: "payments.payments", changes: 700, images: 80 },
        { name: "payments.outbox", changes: 300, images: 0 },
      ],
      logTotal: 1_500,
    });
    const cells = text
      .split("\n")
      .slice(2)
      .map((line) => line.replaceAll(/ {2,}/g, " | "));
    expect(cells).to.deep.equal([
      "payments.outbox | 0 | 30 | 0",
      "payments.payments | 200 | 70 | 8",
      "sandbox_acquirer.orders | 40 | 0 | 0",
      "heads of records, commits, the rest | 42",
      "without the acquirer's tables | 200",
      "all | 240 | 142 | 8",
    ]);
  });
});
