import { expect } from "chai";
import { eachOf, queryText } from "../src/lists.ts";

interface Item {
  readonly id: string;
}
interface Cursors {
  readonly limit?: number;
  readonly starting_after?: string;
  readonly ending_before?: string;
}

/** Newest first: 9 to 1. */
const ALL = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((number) => ({ id: `i${number}` }));

function pages(asked: Cursors[]) {
  return (query: Cursors): Promise<{ data: Item[]; has_more: boolean }> => {
    asked.push(query);
    const { limit = 4, starting_after: after, ending_before: before } = query;
    const at = ALL.findIndex(({ id }) => id === (after ?? before));
    const data =
      before === undefined ? ALL.slice(at + 1, at + 1 + limit) : ALL.slice(Math.max(0, at - limit), at);
    const has_more = before === undefined ? at + 1 + limit < ALL.length : at - limit > 0;
    return Promise.resolve({ data, has_more });
  };
}

async function idsOf(items: AsyncIterable<Item>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of items) ids.push(id);
  return ids;
}

describe("going through a list", () => {
  it("gives every object once, newest first, and asks for no page that is not needed", async () => {
    const asked: Cursors[] = [];
    expect(await idsOf(eachOf(pages(asked), {}))).to.deep.equal(ALL.map(({ id }) => id));
    expect(asked).to.deep.equal([{}, { starting_after: "i6" }, { starting_after: "i2" }]);
  });

  it("from ending_before on gives what is newer, as it came", async () => {
    const asked: Cursors[] = [];
    expect(await idsOf(eachOf(pages(asked), { limit: 3, ending_before: "i2" }))).to.deep.equal([
      "i3",
      "i4",
      "i5",
      "i6",
      "i7",
      "i8",
      "i9",
    ]);
    expect(asked.map(({ ending_before }) => ending_before)).to.deep.equal(["i2", "i5", "i8"]);
  });

  it("reads a page only when somebody asks for its first object", async () => {
    const asked: Cursors[] = [];
    for await (const { id } of eachOf(pages(asked), {})) if (id === "i8") break;
    expect(asked).to.have.lengthOf(1);
  });
});

describe("a query", () => {
  it("repeats lists, writes bounds in brackets, and leaves out what is undefined", () => {
    const text = queryText({
      status: ["FAILED", "EXPIRED"],
      created: { gte: 1, lt: undefined },
      search: "a+b",
      limit: undefined,
    });
    expect(text).to.equal("?status=FAILED&status=EXPIRED&created%5Bgte%5D=1&search=a%2Bb");
    expect(queryText({})).to.equal("");
  });
});
