import { randomUUID } from "node:crypto";
import { moveClock, runClock } from "@flowlix/testkit";
import { expect } from "chai";
import { begin } from "../src/begin.ts";
import { complete } from "../src/complete.ts";
import { beginRequest, withStore } from "./support/store.ts";

const DAY_MS = 86_400_000;

describe("a key that is past its retention without an answer", () => {
  const given = withStore();
  beforeEach(() => given().database.sql("truncate idempotency.records"));
  afterEach(() => runClock(given().database));

  const listed = async () => {
    const keys = await given().store.listUnfinished(DAY_MS, null, 500);
    return keys.map(({ object_id }) => object_id);
  };
  const held = async () => {
    const { store } = given();
    const request = beginRequest();
    await begin(store, request);
    await store.hold(request, request.token);
    return request;
  };

  it("is listed whether open or held, and neither a younger one nor one that is done", async () => {
    const { store, database } = given();
    const [open, done] = [beginRequest(), beginRequest()];
    for (const request of [open, done]) await begin(store, request);
    await complete(store, { ...done, response: { status: 201, body: "{}" } });
    const { object_id } = await held();
    expect(await listed()).to.deep.equal([]);
    await moveClock(database, DAY_MS + 60_000);
    await begin(store, beginRequest());
    expect(await listed()).to.have.members([open.object_id, object_id]);
  });

  it("is listed page by page, each once", async () => {
    const { store, database } = given();
    const ids = [];
    for (let times = 0; times < 7; times += 1) ids.push((await held()).object_id);
    await moveClock(database, 2 * DAY_MS);
    const seen: string[] = [];
    for (let page = await store.listUnfinished(DAY_MS, null, 3); page.length > 0;) {
      seen.push(...page.map(({ object_id }) => object_id));
      page = await store.listUnfinished(DAY_MS, page.at(-1)!, 3);
    }
    expect(seen).to.have.members(ids).and.to.have.length(7);
  });

  it("is forgotten when it is told to be, and only such a one [D10-6]", async () => {
    const { store, database } = given();
    const [old, kept] = [await held(), await held()];
    await moveClock(database, 2 * DAY_MS);
    const young = await held();
    const keys = await store.listUnfinished(DAY_MS, null, 500);
    const wanted = keys.filter(({ object_id }) => object_id === old.object_id);
    const invented = { ...young, token: young.token };
    expect(await store.forgetUnfinished(DAY_MS, [...wanted, invented])).to.equal(1);
    expect(await store.read(old)).to.equal(null);
    expect(await store.read(young), "it is not old enough").not.to.equal(null);
    expect(await store.read(kept)).not.to.equal(null);
  });

  it("stays when somebody works on it again since it was listed", async () => {
    const { store, database } = given();
    const request = await held();
    await moveClock(database, 2 * DAY_MS);
    const keys = await store.listUnfinished(DAY_MS, null, 500);
    const again = { ...request, token: randomUUID() };
    expect((await begin(store, again)).kind).to.equal("proceed");
    expect(await store.forgetUnfinished(DAY_MS, keys)).to.equal(0);
    expect(await listed(), "somebody works on it").to.deep.equal([]);
    await store.hold(again, again.token);
    expect(await listed(), "what it began may still be under way").to.deep.equal([]);
    expect(await store.forgetUnfinished(DAY_MS, keys), "it is another attempt's").to.equal(0);
    await moveClock(database, 2 * DAY_MS + 120_000);
    expect(await listed()).to.deep.equal([request.object_id]);
  });

  it("is another request's afterwards, with an id of its own", async () => {
    const { store, database } = given();
    const request = await held();
    await moveClock(database, 2 * DAY_MS);
    await store.forgetUnfinished(DAY_MS, await store.listUnfinished(DAY_MS, null, 500));
    const again = { ...request, token: randomUUID(), object_id: `pay_${"9".repeat(24)}` };
    expect(await begin(store, again)).to.include({
      kind: "proceed",
      object_id: again.object_id,
      resumed: false,
    });
  });
});
