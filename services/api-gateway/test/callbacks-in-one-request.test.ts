import { expect } from "chai";
import { createBusProofs, type ProviderCallback } from "@flowlix/provider";
import { DomainError, newId, newTrace, withContext } from "@flowlix/runtime";
import { testKeyRing } from "@flowlix/testkit";
import type { ApiRequest } from "../src/http/route.ts";
import { acceptCallbacks, type CallbackOwner } from "../src/provider/accept-callbacks.ts";

const callback = (callbackId: string, kind: ProviderCallback["kind"]): ProviderCallback => ({
  callbackId,
  kind,
  reference: `${kind} of ${callbackId}`,
  claimedState: "succeeded",
  at: 1,
});

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what of a request callbacks are read by
const request = {
  headers: {},
  body: Buffer.from("{}"),
  requestId: "req_1",
  deadline: { remainingMs: () => 1_000 },
} as unknown as ApiRequest;

const proofs = createBusProofs(testKeyRing("as1"));

/** A provider that tells of several things at once; `down` names the callback whose owner cannot keep it. */
function reported(callbacks: readonly ProviderCallback[] | null, down = "", account?: string) {
  const kept: string[] = [];
  const keptOfAccount: Parameters<CallbackOwner["acceptCallbacks"]>[0][] = [];
  const owner: CallbackOwner = {
    acceptCallback: async ({ callback_id: id }) => {
      if (id === down) throw new DomainError("service_unavailable");
      kept.push(id);
      return { accepted: true };
    },
    acceptCallbacks: async (asked) => {
      if (asked.callbacks.some(({ callback_id: id }) => id === down))
        throw new DomainError("service_unavailable");
      keptOfAccount.push(asked);
      return { accepted: true };
    },
  };
  const deps = {
    provider: "sandbox",
    verifyCallbacks: () => callbacks,
    callbackOwners: { order: owner, refund: { ...owner } },
    account,
    proofs,
  };
  return { kept, keptOfAccount, answer: acceptCallbacks(deps, request) };
}

const refusalOf = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => "answered",
    (error: unknown) => (error instanceof DomainError ? error.type : error),
  );

describe("several callbacks in one request", () => {
  it("are all kept before the 200", async () => {
    const { kept, answer } = reported([callback("cb_1", "order"), callback("cb_2", "refund")]);
    expect((await answer).status).to.equal(200);
    expect(kept).to.deep.equal(["cb_1", "cb_2"]);
  });

  it("are none of them kept where one does not hold", async () => {
    const { kept, answer } = reported(null);
    expect((await answer).status).to.equal(401);
    expect(kept).to.deep.equal([]);
  });

  for (const [what, account] of [
    ["the installation's own acquirer", undefined],
    ["an account", `acq_${"a".repeat(24)}`],
  ] as const)
    it(`of ${what} are named in the request's log line where all are about one object of ours`, async () => {
      const [payment, other] = [newId("payment"), newId("payment")];
      const about = (reference: string) => ({ ...callback(reference, "order"), reference });
      const namedOf = async (callbacks: readonly ProviderCallback[] | null) => {
        const named: { objectId?: string | undefined } = {};
        const context = { requestId: "req_1", trace: newTrace(), about: named };
        await withContext(context, () => reported(callbacks, "", account).answer);
        return named.objectId;
      };
      expect(await namedOf([about(payment), about(payment)])).to.equal(payment);
      expect(await namedOf([about(payment), about(other)]), "of two").to.equal(undefined);
      expect(await namedOf([about("anything")]), "a name of the acquirer's").to.equal(undefined);
      expect(await namedOf(null), "unsigned").to.equal(undefined);
    });

  it("are no 2xx where one cannot be kept, so that all of them come again", async () => {
    const { answer } = reported([callback("cb_1", "order"), callback("cb_2", "order")], "cb_2");
    expect(await refusalOf(answer)).to.equal("service_unavailable");
  });

  it("are kept as their account's, with the signed facts and a proof of all, by one call of their owner", async () => {
    const account = `acq_${"a".repeat(24)}`;
    const signed = { ...callback("cb_1", "order"), evidence: '{"success":true}' };
    const all = [signed, callback("cb_2", "order"), callback("cb_3", "refund")];
    const { kept, keptOfAccount, answer } = reported(all, "", account);
    expect((await answer).status).to.equal(200);
    expect(kept).to.deep.equal([]);
    const asked = { claimed_state: "succeeded", at: 1 };
    const callbacks = [
      { ...asked, callback_id: "cb_1", reference: "order of cb_1", evidence: '{"success":true}' },
      { ...asked, callback_id: "cb_2", reference: "order of cb_2" },
    ];
    const ofAccount = { provider: "sandbox", provider_account: account };
    const ofRefunds = [{ ...asked, callback_id: "cb_3", reference: "refund of cb_3" }];
    expect(keptOfAccount).to.deep.equal(
      [callbacks, ofRefunds].map((ofOwner) => ({
        ...ofAccount,
        callbacks: ofOwner,
        proof: proofs.of("callbacks", ["sandbox", account, ofOwner]),
      })),
    );
  });

  it("are no 2xx where those of an account cannot be kept", async () => {
    const { answer } = reported(
      [callback("cb_1", "order"), callback("cb_2", "order")],
      "cb_2",
      `acq_${"a".repeat(24)}`,
    );
    expect(await refusalOf(answer)).to.equal("service_unavailable");
  });

  it("are none of them kept where nobody owns what one is about", async () => {
    const { kept, answer } = reported([callback("cb_1", "order"), callback("cb_2", "payout")]);
    expect(await refusalOf(answer)).to.equal("service_unavailable");
    expect(kept).to.deep.equal([]);
  });
});
