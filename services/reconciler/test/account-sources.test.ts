import type { AcquirerAccount } from "@flowlix/contracts";
import { createStatementRules, SANDBOX_TRAITS, type ProviderAdapter } from "@flowlix/provider";
import { expect } from "chai";
import { createAccountSources } from "../src/statement/account-sources.ts";

const never = () => Promise.reject(new Error("nothing is asked of it"));

const account = (letter: string, changes: Partial<AcquirerAccount> = {}): AcquirerAccount => ({
  id: `acq_${letter.repeat(24)}`,
  merchant_id: `mer_${"0".repeat(24)}`,
  livemode: true,
  provider: "acme",
  label: letter,
  status: "active",
  currencies: null,
  methods: null,
  weight: 100,
  limits: {},
  settings: {},
  secrets: {},
  version: 1,
  change: 1,
  ...changes,
});

/** The accounts `of`, and an acquirer of theirs whose days begin at 01:00 UTC. */
function sourcesOf(of: AcquirerAccount[]) {
  const ended: string[] = [];
  const read: string[] = [];
  const transfers = { submit: never, read: never, close: never };
  const adapterOf = ({ id, settings, livemode }: AcquirerAccount): ProviderAdapter => {
    if (settings["broken"] === true) throw new Error("no key of the ring opens it");
    return {
      name: "acme",
      livemode,
      redirectHosts: [],
      allowLoopbackHttp: false,
      ...SANDBOX_TRAITS,
      registerOrder: never,
      authorise: never,
      readOrder: never,
      closeOrder: never,
      reverseOrder: never,
      refunds: transfers,
      payouts: transfers,
      statement: {
        cutOffMs: 3_600_000,
        postedWithinMs: 1_000,
        read: never,
        ...(settings["reports"] === false ? { unavailable: true as const } : {}),
      },
      verifyCallbacks: () => null,
      shutdown: async () => void ended.push(id),
    };
  };
  const sources = createAccountSources({
    registry: { all: () => of },
    adapterOf,
    rulesOf: ({ statement }) => createStatementRules(statement),
    ports: {
      of: (whose) => ({
        statement: {
          ...createStatementRules({ cutOffMs: 0, postedWithinMs: 0 }),
          read: async (day) => {
            read.push(`${day} ${whose.id} ${whose.version}`);
            return { kind: "read", lines: 0 };
          },
        },
      }),
    },
  });
  const accounts = () => sources.accounts().map((source) => source.account);
  const unread = () => sources.unread().map(({ account: id, why }) => [id, why]);
  return { sources, ended, read, accounts, unread };
}

const DEADLINE = { remainingMs: () => 1_000 };

describe("merchants' accounts as sources of statements", () => {
  it("are all that are active, also without a share of new objects, in a stable order", () => {
    const under = sourcesOf([account("c"), account("a", { weight: 0 }), account("b", { livemode: false })]);
    expect(under.accounts()).to.deep.equal(["a", "b", "c"].map((letter) => `acq_${letter.repeat(24)}`));
    expect(under.sources.accounts().map(({ port }) => port.livemode)).to.deep.equal([true, false, true]);
    expect(under.unread()).to.deep.equal([]);
  });

  it("are told with the reason where their statements are not compared, and never left out", () => {
    const under = sourcesOf([
      account("a", { settings: { reports: false } }),
      account("b", { settings: { broken: true } }),
      account("c", { status: "disabled" }),
    ]);
    expect(under.accounts()).to.deep.equal([]);
    expect(under.unread()).to.deep.equal([
      [`acq_${"a".repeat(24)}`, "no_statement_settings"],
      [`acq_${"b".repeat(24)}`, "cannot_be_used"],
      [`acq_${"c".repeat(24)}`, "disabled"],
    ]);
  });

  it("have their days cut as their acquirer cuts them, and read over a port of their own", async () => {
    const under = sourcesOf([account("a")]);
    const [source] = under.sources.accounts();
    expect(source?.port.statement.dayOf(Date.parse("2026-03-10T00:30:00Z"))).to.equal("2026-03-09");
    expect(under.ended, "nothing is kept open to know that").to.have.length(1);
    await source?.port.statement.read("2026-03-09", async () => undefined, DEADLINE);
    expect(under.read).to.deep.equal([`2026-03-09 acq_${"a".repeat(24)} 1`]);
  });

  it("are known anew once they were changed, whatever their version after a restored backup, and only then", async () => {
    const all = [account("a", { settings: { reports: false } })];
    const under = sourcesOf(all);
    for (let asked = 0; asked < 3; asked += 1) under.unread();
    expect(under.ended).to.have.length(1);
    all[0] = account("a", { change: 2 });
    expect(under.unread()).to.deep.equal([]);
    const [source] = under.sources.accounts();
    await source?.port.statement.read("2026-03-09", async () => undefined, DEADLINE);
    expect(under.read).to.deep.equal([`2026-03-09 acq_${"a".repeat(24)} 1`]);
  });
});
