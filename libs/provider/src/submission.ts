import type { Instrument } from "@flowlix/cards";
import type { ProviderAdapter } from "./adapter.ts";
import type { Reply } from "./reply.ts";
import type { Deadline } from "./deadline.ts";
import type { CallPolicies } from "./call-policies.ts";
import { withValidatedRedirect } from "./validated-redirect.ts";
import type { Order } from "./order.ts";
import type { Outcome, RegisterOutcome } from "./outcome.ts";
import type { Repeated } from "./retry.ts";

type Submit = (
  order: Order,
  instrument: Instrument,
  deadline: Deadline,
  requestId: string,
  isRepeat: boolean,
) => Promise<Outcome>;

/** What moves a payer's money. */
export interface Submission {
  /** Of an order that the acquirer need not know. */
  readonly submit: Submit;
  /** Of an order that is registered. */
  readonly authorise: Submit;
}

/** The call is under the breaker of authorising, about which a mere registration says nothing. */
const withoutVerdict = (reply: Reply<RegisterOutcome>): Reply<RegisterOutcome> =>
  reply.outcome.kind === "registered" ? { ...reply, saysNothing: true } : reply;

/** How orders are submitted to an acquirer: in one call where it can register and authorise at once, else in two. */
export function createSubmission(
  adapter: ProviderAdapter,
  { register, authorise }: Pick<CallPolicies, "register" | "authorise">,
  repeated: Repeated,
): Submission {
  const { registerAndAuthorise } = adapter;

  const authorised: Submit = (order, instrument, deadline, requestId, isRepeat) =>
    repeated(deadline, (tried) =>
      authorise.call(deadline, { requestId, reference: order.reference, isRepeat, tried }, (call) =>
        withValidatedRedirect(adapter, adapter.authorise(order, instrument, { ...call, isRepeat })),
      ),
    );

  /** The first call of a submission; what it moves is the authorisation's business, so that its breaker decides. */
  const begun = (
    order: Order,
    instrument: Instrument,
    deadline: Deadline,
    requestId: string,
    isRepeat: boolean,
  ): Promise<RegisterOutcome> =>
    repeated<RegisterOutcome>(deadline, (tried) => {
      const subject = { requestId, reference: order.reference, isRepeat, tried };
      return registerAndAuthorise === undefined
        ? register.call(deadline, subject, (call) =>
            withValidatedRedirect(adapter, adapter.registerOrder(order, { ...call, isRepeat })),
          )
        : authorise.call(deadline, subject, (call) =>
            withValidatedRedirect(
              adapter,
              registerAndAuthorise(order, instrument, { ...call, isRepeat }).then(withoutVerdict),
            ),
          );
    });

  return {
    authorise: authorised,
    async submit(order, instrument, deadline, requestId, isRepeat) {
      const came = await begun(order, instrument, deadline, requestId, isRepeat);
      return came.kind === "registered" ? authorised(order, instrument, deadline, requestId, isRepeat) : came;
    },
  };
}
