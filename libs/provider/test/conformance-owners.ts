import { createProvider, type Evidence, type OrderRef, type Provider } from "../src/index.ts";
import type { ProviderFixture } from "./conformance-support.ts";

/**
 * The port to a fixture, used as owners use it: the acquirer's own id is remembered as it was first told and handed
 * back, only the first submission of a reference says that it is none of another, reads are told when something can
 * have been submitted and what callbacks told. Outcomes are shown without it.
 */
export function asOwnersDo(fixture: ProviderFixture): Provider {
  const provider = createProvider({ adapter: fixture.adapter });
  const firstMs = Date.now();
  const reported = new Map<string, string>();
  const submitted = new Set<string>();

  /** Whether something of it was submitted before. */
  const isAnother = ({ reference }: OrderRef): boolean => {
    const another = submitted.has(reference);
    submitted.add(reference);
    return another;
  };

  const idOf = (reference: string) => {
    const acquirerId = reported.get(reference);
    return acquirerId === undefined ? {} : { acquirerId };
  };
  const known = <R extends OrderRef>(order: R): R => ({ ...idOf(order.reference), ...order });
  const asked = <R extends OrderRef>(order: R): R => ({
    submittedBetween: { firstMs, lastMs: Date.now() },
    ...known(order),
  });
  const refund = <R extends OrderRef & { readonly charge: string }>(order: R): R => {
    const chargeAcquirerId = reported.get(order.charge);
    return chargeAcquirerId === undefined ? order : { chargeAcquirerId, ...order };
  };
  const learned = async <O extends object>({ reference }: OrderRef, outcome: Promise<O>): Promise<O> => {
    const shown = { ...(await outcome) };
    if ("acquirerId" in shown) {
      if (typeof shown.acquirerId === "string" && !reported.has(reference))
        reported.set(reference, shown.acquirerId);
      delete shown.acquirerId;
    }
    return shown;
  };
  const evidenceOf = async ({ reference }: OrderRef): Promise<readonly Evidence[]> =>
    (await fixture.evidenceOf?.(reference)) ?? [];
  const { refunds, payouts } = provider;

  return {
    ...provider,
    submit: async (order, open, until, id, isRepeat = isAnother(order)) =>
      learned(order, provider.submit(known(order), open, until, id, isRepeat)),
    resubmit: async (order, open, until, id) =>
      learned(order, provider.resubmit(known(order), open, until, id)),
    complete: async (order, returned, until, id) =>
      learned(order, provider.complete(known(order), returned, until, id)),
    read: async (order, until, id, suspect) =>
      learned(order, provider.read(asked(order), until, id, suspect, await evidenceOf(order))),
    close: async (order, until, id) =>
      learned(order, provider.close(asked(order), until, id, await evidenceOf(order))),
    reverse: async (order, until, id) => provider.reverse(asked(order), until, id, await evidenceOf(order)),
    refunds: {
      ...refunds,
      submit: async (order, until, id, isRepeat = isAnother(order)) =>
        learned(order, refunds.submit(refund(known(order)), until, id, isRepeat)),
      read: async (order, until, id, suspect) =>
        learned(order, refunds.read(refund(asked(order)), until, id, suspect, await evidenceOf(order))),
      close: async (order, until, id) =>
        learned(order, refunds.close(refund(asked(order)), until, id, await evidenceOf(order))),
    },
    payouts: {
      ...payouts,
      submit: async (order, open, until, id, isRepeat = isAnother(order)) =>
        learned(order, payouts.submit(known(order), open, until, id, isRepeat)),
      read: async (order, until, id, suspect) =>
        learned(order, payouts.read(asked(order), until, id, suspect, await evidenceOf(order))),
      close: async (order, until, id) =>
        learned(order, payouts.close(asked(order), until, id, await evidenceOf(order))),
    },
  };
}
