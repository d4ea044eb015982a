import { randomUUID } from "node:crypto";
import { createExceptionsStore, type ExceptionsStore } from "@flowlix/engine";
import { expect } from "chai";
import { tillJournal } from "../../ledger/test/support/till-schema.ts";
import { withTill } from "../../ledger/test/support/till-under-test.ts";

const AMOUNT = "the provider answered for this sale with another amount";
const FAILED = 'the provider reports "failed (expired_card)" of a sale that is recorded as SUCCEEDED';

describe("another contradiction of an object, while an exception of its kind is open", () => {
  const till = withTill();
  let exceptions: ExceptionsStore;
  let reported: (readonly [as: string, detail: string])[];
  beforeEach(() => {
    const { background, dataSource } = till().pools;
    reported = [];
    exceptions = createExceptionsStore({
      schema: "till",
      journal: tillJournal,
      background,
      dataSource,
      newId: () => `ano_${randomUUID()}`,
      onRecorded: ({ as, detail }) => void reported.push([as, detail]),
    });
  });

  const saying = (detail: string, kind: "outcome_mismatch" | "charged_after_end" = "outcome_mismatch") => ({
    kind,
    object_id: "sale_1",
    merchant_id: "mer_1",
    livemode: false,
    amount: 100,
    currency: "EUR",
    detail,
  });
  const details = async () => (await exceptions.list(true, 10)).map(({ detail }) => detail);
  const note = async () => {
    for (const { id } of await exceptions.list(true, 10))
      await exceptions.resolve(id, { resolution: "noted", note: null, actor: "ada" });
  };

  it("is added to what that says, and reported as any other", async () => {
    await exceptions.record(saying(AMOUNT));
    await exceptions.record(saying(FAILED));
    expect(await details()).to.deep.equal([`${AMOUNT}; also: ${FAILED}`]);
    expect(reported).to.deep.equal([
      ["new", AMOUNT],
      ["added", FAILED],
    ]);
  });

  it("is added once, however often it is seen", async () => {
    for (let at = 0; at < 3; at += 1)
      for (const detail of [AMOUNT, FAILED]) await exceptions.record(saying(detail));
    expect(await details()).to.deep.equal([`${AMOUNT}; also: ${FAILED}`]);
    expect(reported).to.have.lengthOf(2);
  });

  it("is another one though the words of the first contain its own", async () => {
    await exceptions.record(saying(`${AMOUNT} or currency`));
    await exceptions.record(saying(AMOUNT));
    expect(await details()).to.deep.equal([`${AMOUNT} or currency; also: ${AMOUNT}`]);
  });

  it("is lost to none of several that record at once", async () => {
    const words = ["one", "two", "three", "four", "five"];
    await Promise.all([...words, ...words].map((detail) => exceptions.record(saying(detail))));
    const [said = "", ...more] = await details();
    expect(said.split("; also: ")).to.have.members(words);
    expect(more).to.deep.equal([]);
    expect(reported.map(([, detail]) => detail)).to.have.members(words);
  });

  it("is reported, and kept nowhere, where the exception has no room for it", async () => {
    await exceptions.record(saying(AMOUNT));
    const long = "x".repeat(1_900);
    await exceptions.record(saying(long));
    await exceptions.record(saying(FAILED));
    expect(await details()).to.deep.equal([`${AMOUNT}; also: ${long}`]);
    expect(reported.at(-1)).to.deep.equal(["full", FAILED]);
  });

  it("that is told once is told no more when an operator has noted what it was added to", async () => {
    for (const detail of [AMOUNT, FAILED]) await exceptions.recordOnce(saying(detail));
    await note();
    for (const detail of [FAILED, AMOUNT]) await exceptions.recordOnce(saying(detail));
    expect(await details()).to.deep.equal([]);
    await exceptions.recordOnce(saying("news"));
    expect(await details()).to.deep.equal(["news"]);
  });

  it("of a late charge posts nothing besides what is posted with its exception", async () => {
    await exceptions.record(saying("charged", "charged_after_end"));
    const posted = await till().rows();
    expect(posted.map(({ kind }) => kind)).to.deep.equal(["late_charge"]);
    await exceptions.record(saying("charged at another account", "charged_after_end"));
    expect(await details()).to.deep.equal(["charged; also: charged at another account"]);
    expect(await till().rows()).to.deep.equal(posted);
  });

  it("of a charge that nobody knew the amount of posts nothing either", async () => {
    await exceptions.record({ ...saying("charged something", "charged_after_end"), amount: null });
    await exceptions.record(saying("charged", "charged_after_end"));
    expect(await details()).to.deep.equal(["charged something; also: charged"]);
    expect(await till().rows()).to.deep.equal([]);
  });
});
