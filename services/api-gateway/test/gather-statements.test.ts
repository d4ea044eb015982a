import { type Params, type reconcilerContract, type TracedObject } from "@flowlix/contracts";
import { newId } from "@flowlix/runtime";
import { expect } from "chai";
import { gather } from "../src/control/trace/gather.ts";
import type { TraceClients } from "../src/control/trace/trace-clients.ts";

type Lines = Params<typeof reconcilerContract, "traceStatement">["lines"];

const ACCOUNT = `acq_${"m".repeat(24)}`;

describe("what a trace asks the reconciler", () => {
  /** Asked about one Payment that went to an account, or to the installation's own acquirer. */
  async function asked(account: string | null): Promise<Lines> {
    const id = newId("payment");
    const payment: TracedObject = {
      id,
      kind: "payment",
      merchant_id: newId("merchant"),
      livemode: true,
      provider: "acme",
      status: "SUCCEEDED",
      failure_code: null,
      amount: 100,
      currency: "EUR",
      version: 1,
      created_at_ms: 0,
      facts: { provider_account: account },
      related: [],
      more_related: false,
    };
    const lines: Lines = [];
    const owner = { traceObjects: async () => ({ objects: [payment], entries: [] }) };
    const owned = (service: string) => ({ service, owner });
    const clients: TraceClients = {
      owners: { payment: owned("payments"), refund: owned("refunds"), payout: owned("payouts") },
      idempotency: { traceKeys: async () => ({ entries: [] }) },
      notifier: {
        traceEvents: async () => ({ entries: [] }),
        objectOfEvent: () => Promise.reject(new Error("no event is asked about")),
      },
      reconciler: {
        traceStatement: async (params) => {
          lines.push(...params.lines);
          return { entries: [] };
        },
      },
    };
    await gather(clients, [id], "req_1");
    return lines;
  }

  it("is about the statements of the object's own account", async () => {
    const [line] = await asked(ACCOUNT);
    expect(line).to.include({ provider: "acme", provider_account: ACCOUNT, livemode: true });
  });

  it("is about those of the installation's own acquirer where it went to no account", async () => {
    const [line] = await asked(null);
    expect(line).to.include({ provider: "acme", provider_account: null });
  });
});
