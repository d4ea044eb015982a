import type { PayoutInstrument, Secret } from "@flowlix/cards";
import type { Asked } from "@flowlix/provider";
import { partiesOf } from "../payout/order.ts";
import type { CreatePayout } from "./attempt.ts";

/**
 * What the acquirer of a Payout is asked to take, before there is a row. Where the box did not open no field is asked
 * for: such a Payout is made, and fails (docs/decisions/0009-how-a-payout-begins.md).
 */
export function askedOf(request: CreatePayout, card: Secret<PayoutInstrument> | null): Asked {
  const { amount, currency, scope, destination, recipient, initiator_ip_address } = request;
  const asked = { kind: "payout", network: destination.card_brand, currency } as const;
  if (card === null) return asked;
  const instrument = card.reveal();
  const hasExpiry = instrument.exp_month !== undefined && instrument.exp_year !== undefined;
  const facts = { amount, currency, livemode: scope.livemode, initiator_ip_address, hasExpiry };
  return { ...asked, facts: { ...facts, ...partiesOf(recipient, instrument) } };
}
