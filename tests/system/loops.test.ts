import { globSync, readFileSync } from "node:fs";
import { expect } from "chai";

const ROOT = new URL("../../", import.meta.url);
const sources = globSync("{libs,services}/*/src/**/*.ts", { cwd: ROOT }).filter(
  (path) => !path.startsWith("libs/testkit/") && !path.includes("/migrations/"),
);
const read = (path: string) => readFileSync(new URL(path, ROOT), "utf8");

/** Whether a source waits for all of what it has claimed at once. */
const waitsForAll = (source: string): boolean =>
  [...source.matchAll(/const (\w+) = await [\w.]*\bclaim\w*\(/g)].some(([, claimed]) =>
    new RegExp(String.raw`Promise\.all(?:Settled)?\(\s*(?:\[\.\.\.)?${claimed}\b`).test(source),
  );

/** How many statements of a source read the oldest of what does not change, from the beginning each time. */
const readsOldest = (source: string): number =>
  [...source.matchAll(/`[^`]*`/g)].filter(([statement]) => {
    const isOldestFirst =
      /order by (?:\w+\.)?(?:found|created|received|requested)_at(?! desc| \$)[^()]*\blimit\b/.test(
        statement,
      );
    return isOldestFirst && !/\) > \(/.test(statement);
  }).length;

describe("loops that take some of what waits at a time", () => {
  it("wait for none of it: what is claimed has a slot, and the next is claimed when one is free", () => {
    expect(waitsForAll("const due = await looks.claim(wanted);\nawait Promise.all(due.map(look));")).to.equal(
      true,
    );
    expect(sources.filter((path) => waitsForAll(read(path)))).to.deep.equal([]);
  });

  it("never begin with the same ones again: a bound is one in an order that moves, or behind a place", () => {
    expect(readsOldest("`select id from differences order by found_at limit 5000`")).to.equal(1);
    const oldest = sources.flatMap((path) => Array.from({ length: readsOldest(read(path)) }, () => path));
    // What operators are shown of much, and the one row at which a page ends: no loop goes by these.
    expect(oldest.sort()).to.deep.equal([
      "libs/engine/src/status-sync/open-objects.ts",
      "libs/ledger/src/findings.ts",
      "services/idempotency/src/trace-keys.ts",
      "services/notifier/src/events/trace-events.ts",
      "services/payments/src/read/provisional.ts",
      "services/reconciler/src/statement/trace-statement.ts",
    ]);
  });
});
