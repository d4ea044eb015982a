import type { BookLine, JournalPosition } from "@flowlix/contracts";
import { expect } from "chai";
import { moveClock } from "@flowlix/testkit";
import { DAY_MS, withTill } from "./support/till-under-test.ts";

const HOUR = 3_600_000;

describe("Our books, as a provider's statement is compared with them", () => {
  const till = withTill();

  const pages = async (from_ms: number, to_ms: number, limit = 100, livemode = false) => {
    const read: BookLine[][] = [];
    let after: JournalPosition | null = null;
    do {
      const page: { lines: BookLine[]; next: JournalPosition | null } = await till().journal.bookLines({
        livemode,
        from_ms,
        to_ms,
        after,
        limit,
      });
      read.push(page.lines);
      after = page.next;
    } while (after !== null);
    return read;
  };
  const lines = async () => (await pages(0, (await till().now()) + DAY_MS)).flat();

  it("are read page by page, each line once and in the same order", async () => {
    const at = (await till().now()) - DAY_MS;
    // Many of one moment: the order does not depend on the time alone.
    for (const id of ["g", "f", "e", "d", "c", "b", "a"]) await till().soldBefore({ id, at });
    await till().soldBefore({ id: "0", at: at + 1 });
    await till().fillAll();
    for (const limit of [1, 2, 3, 8, 100]) {
      const read = await pages(at - HOUR, at + HOUR, limit);
      expect(read.flat().map(({ reference }) => reference)).to.deep.equal([
        "a",
        "b",
        "c",
        "d",
        "e",
        "f",
        "g",
        "0",
      ]);
      expect(read.every((page) => page.length <= limit)).to.equal(true);
    }
  });

  it("are of one mode, from a moment on and before another", async () => {
    const at = Math.floor((await till().now()) / 1000) * 1000 - DAY_MS;
    await till().soldBefore({ id: "before", at: at - 1 });
    await till().soldBefore({ id: "first", at });
    await till().soldBefore({ id: "live", at, livemode: true });
    await till().soldBefore({ id: "last", at: at + HOUR - 1 });
    await till().soldBefore({ id: "after", at: at + HOUR });
    await till().fillAll();
    const references = async (livemode: boolean) =>
      (await pages(at, at + HOUR, 100, livemode)).flat().map(({ reference }) => reference);
    expect(await references(false)).to.deep.equal(["first", "last"]);
    expect(await references(true)).to.deep.equal(["live"]);
    const [first] = (await pages(at, at + HOUR)).flat();
    expect(first).to.deep.equal({
      reference: "first",
      kind: "charge",
      amount: 100,
      currency: "EUR",
      at_ms: at,
    });
  });

  describe("for the statement of an account", () => {
    const MINE = `acq_${"m".repeat(24)}`;
    const wentTo = (id: string, account: string) =>
      till().database.sql("update till.sales set provider = 'acme', provider_account = $2 where id = $1", [
        id,
        account,
      ]);
    const linesOf = async (source: { provider?: string; provider_account?: string | null }) =>
      (
        await till().journal.bookLines({
          livemode: false,
          ...source,
          from_ms: 0,
          to_ms: (await till().now()) + DAY_MS,
          after: null,
          limit: 100,
        })
      ).lines.map(({ reference }) => reference);
    const known = async (source: { provider?: string; provider_account?: string | null }) =>
      (
        await till().journal.explainLines({
          livemode: false,
          ...source,
          references: ["own", "mine", "gone"].map((reference) => ({ reference, kind: "charge" as const })),
        })
      ).lines.map((line) => [line.known, line.status, line.booked_at_ms !== null]);

    beforeEach(async () => {
      for (const id of ["own", "mine", "gone"]) await till().sell({ id });
      await wentTo("mine", MINE);
      await till().database.sql("delete from till.sales where id = 'gone'");
    });

    it("are of objects that went to that account, and whatever has no object is the installation's own", async () => {
      expect(await linesOf({ provider: "acme", provider_account: MINE })).to.deep.equal(["mine"]);
      expect(await linesOf({ provider: "sandbox", provider_account: null })).to.deep.equal(["own", "gone"]);
      expect(await linesOf({ provider: "acme", provider_account: `acq_${"n".repeat(24)}` })).to.deep.equal(
        [],
      );
      expect(await linesOf({}), "as the release before asks").to.deep.equal(["own", "mine", "gone"]);
    });

    it("explain only what that account may have moved", async () => {
      const [no, yes] = [
        [false, null, false],
        [true, "SUCCEEDED", true],
      ];
      const gone = [true, null, true];
      expect(await known({ provider: "acme", provider_account: MINE })).to.deep.equal([no, yes, no]);
      expect(await known({ provider: "sandbox", provider_account: null })).to.deep.equal([yes, no, gone]);
      expect(await known({ provider: "another", provider_account: MINE })).to.deep.equal([no, no, no]);
      expect(await known({})).to.deep.equal([yes, yes, gone]);
    });
  });

  it("show a charge after the end as a charge, and its return as a reversal", async () => {
    await till().failed({ id: "a" });
    const exception = await till().chargedAfterEnd({ id: "a" });
    await till().anomalies.resolve(exception, { resolution: "reversed", note: null, actor: "ops" });
    expect((await lines()).map(({ reference, kind }) => [reference, kind])).to.deep.equal([
      ["a", "charge"],
      ["a", "reversal"],
    ]);
  });

  it("show what was taken back after a sale as a reversal, and explain it", async () => {
    await till().sell({ id: "a", amount: 40 });
    await till().undone({ id: "a", amount: 40 });
    expect((await lines()).map(({ reference, kind, amount }) => [reference, kind, amount])).to.deep.equal([
      ["a", "charge", 40],
      ["a", "reversal", 40],
    ]);
    const { lines: explained } = await till().journal.explainLines({
      livemode: false,
      references: [{ reference: "a", kind: "reversal" }],
    });
    expect(explained[0]).to.include({ known: true, status: "SUCCEEDED", amount: 40, to_be_filled: false });
    expect(explained[0]?.booked_at_ms).to.be.a("number");
  });

  it("show a charge once that was found late and then became its object's own", async () => {
    await till().failed({ id: "a" });
    await till().chargedAfterEnd({ id: "a" });
    const [late] = await lines();
    await till().database.sql("delete from till.sales");
    await moveClock(till().database, HOUR);
    await till().sell({ id: "a" });
    expect(await lines()).to.deep.equal([late]);
    await till().checkAll();
    await till().fillAll();
    expect(await lines()).to.deep.equal([late]);
  });

  it("explain what they have not filled in yet: that it will be there, until it is, or was passed", async () => {
    const before = (await till().now()) - DAY_MS;
    await till().soldBefore({ id: "sold", at: before });
    await till().failed({ id: "late", at: before });
    await till().chargedAfterEnd({ id: "late" });
    await till().tamper("delete from till.journal");
    await till().failed({ id: "failed", at: before });
    const ofToday = (await till().now()) - HOUR;
    const asked = ["sold", "late", "failed", "nobody"].map((reference) => ({
      reference,
      kind: "charge" as const,
    }));
    const toBeFilled = async (livemode = false) => {
      const { lines: explained } = await till().journal.explainLines({
        livemode,
        references: [
          ...asked,
          { reference: "sold", kind: "reversal" },
          { reference: "late", kind: "reversal" },
        ],
      });
      return explained.flatMap((line) => (line.to_be_filled ? [`${line.kind} ${line.reference}`] : []));
    };
    expect(await toBeFilled()).to.deep.equal(["charge sold", "charge late"]);
    expect(await toBeFilled(true)).to.deep.equal([]);
    await till().fillAll();
    expect(await toBeFilled()).to.deep.equal([]);
    // Passed without a row: nothing fills that in.
    await till().soldBefore({ id: "sold-of-today", at: ofToday });
    await till().fillAll();
    await till().tamper("delete from till.journal where kind = 'capture'");
    expect(await toBeFilled()).to.deep.equal([]);
    await till().journal.refillJournal({
      actor: "ops",
      day: new Date(before).toISOString().slice(0, 10),
    });
    expect(await toBeFilled()).to.deep.equal(["charge sold"]);
    await moveClock(till().database, 2 * DAY_MS);
    await till().fillAll();
    await till().tamper("delete from till.journal");
    expect(await toBeFilled()).to.deep.equal([]);
  });

  it("explain a line that they do not have: what is known of it, and whether that may still change", async () => {
    await till().sell({ id: "sold" });
    await till().failed({ id: "failed" });
    await till().failed({ id: "late" });
    await till().chargedAfterEnd({ id: "late", amount: 5 });
    await till().database.sql("delete from till.sales where id = 'late'");
    await till().failed({ id: "open" });
    await till().database.sql("update till.sales set status = 'PROCESSING' where id = 'open'");
    const asked = [
      { reference: "open", kind: "charge" },
      { reference: "nobody", kind: "charge" },
      { reference: "sold", kind: "charge" },
      { reference: "sold", kind: "reversal" },
      { reference: "sold", kind: "refund" },
      { reference: "failed", kind: "charge" },
      { reference: "late", kind: "charge" },
    ] as const;
    const explained = await till().journal.explainLines({ livemode: false, references: asked });
    expect(
      explained.lines.map(({ reference, kind, known, status, ended, amount, booked_at_ms }) =>
        [reference, kind, known, status, ended, amount, booked_at_ms !== null].join(" "),
      ),
    ).to.deep.equal([
      "open charge true PROCESSING false 100 false",
      "nobody charge false  false  false",
      "sold charge true SUCCEEDED true 100 true",
      "sold reversal true SUCCEEDED true 100 false",
      "sold refund false  false  false",
      "failed charge true FAILED true 100 false",
      "late charge true  false 5 true",
    ]);
    const live = await till().journal.explainLines({ livemode: true, references: asked });
    expect(live.lines.every(({ known }) => !known)).to.equal(true);
    expect((await till().journal.explainLines({ livemode: false, references: [] })).lines).to.deep.equal([]);
  });
});
