import type { OrderRef, Provider, ReadOutcome } from "@flowlix/provider";
import { expect } from "chai";
import { checkAccount } from "../src/accounts/check-account.ts";
import { accountOf } from "./support/account.ts";

describe("Checking a merchant's account at an acquirer", () => {
  /** An owner that knows one account, whose acquirer has never heard of what it is asked about. */
  function anOwner({ evidence = false, isBroken = false } = {}) {
    const account = accountOf({ version: 3, livemode: true, currencies: ["GBP", "EUR"] });
    const asked: OrderRef[] = [];
    const read = async (order: OrderRef): Promise<ReadOutcome> => {
      asked.push(order);
      return { kind: "absent" };
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of a port is used, which the test proves
    const port = { evidence, read } as unknown as Provider;
    const ofAccount = (): Provider => {
      if (isBroken) throw new Error("its secrets are encrypted under another key");
      return port;
    };
    const registry = { byId: (id: string) => (id === account.id ? account : undefined) };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- likewise of the accounts
    const deps = { accounts: { registry }, ofAccount } as unknown as Parameters<typeof checkAccount>[1];
    return { account, asked, deps };
  }

  it("asks the acquirer for an order that nobody made, in the account's own mode and currency", async () => {
    const { account, asked, deps } = anOwner();
    expect(await checkAccount("payments", deps, account.id)).to.deep.equal({
      version: 3,
      opens: true,
      answered: "absent",
    });
    expect(asked).to.have.length(1);
    expect(asked[0]).to.include({ amount: 100, currency: "GBP", livemode: true });
    expect(asked[0]?.reference).to.match(/^pay_/);
  });

  it("asks nothing of an acquirer that is read by its webhooks alone, whose answer would be our own", async () => {
    const { account, asked, deps } = anOwner({ evidence: true });
    expect(await checkAccount("payments", deps, account.id)).to.deep.equal({
      version: 3,
      opens: true,
      answered: null,
    });
    expect(asked).to.deep.equal([]);
  });

  it("is answered by the owners of Refunds and Payouts without asking", async () => {
    for (const owner of ["refunds", "payouts"] as const) {
      const { account, asked, deps } = anOwner();
      expect(await checkAccount(owner, deps, account.id)).to.include({ opens: true, answered: null });
      expect(asked).to.deep.equal([]);
    }
  });

  it("says where a process cannot use the account, and where it does not have it", async () => {
    const { account, deps } = anOwner({ isBroken: true });
    expect(await checkAccount("payments", deps, account.id)).to.deep.equal({
      version: 3,
      opens: false,
      answered: null,
    });
    expect(await checkAccount("payments", deps, `acq_${"z".repeat(24)}`)).to.deep.equal({
      version: null,
      opens: false,
      answered: null,
    });
  });
});
