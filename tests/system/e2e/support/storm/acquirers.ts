import { startAdyenDouble, startCheckoutDouble, type BookLine, type Double } from "@flowlix/acquirer-doubles";
import { orderNamed } from "@flowlix/provider";

export type AcquirerName = "checkout" | "adyen";
export const ACQUIRER_NAMES = ["checkout", "adyen"] as const;

/** What an amount, in minor units, comes to at both doubles; anything else is charged. */
export const DECLINED_AMOUNT = 100_051;
export const CHALLENGED_AMOUNT = 103_000;

/** For as long as an installation can be away: what was never told is evidence that is lost. */
const WEBHOOK_TRIES = 2_000;

export type Line = BookLine & { readonly acquirer: AcquirerName };

/** Both doubles as one world: what was executed there, and what is known of an object. */
export interface Acquirers {
  readonly doubles: Readonly<Record<AcquirerName, Double>>;
  /** Every movement of money, with the acquirer that it was at. */
  lines(): readonly Line[];
  /** How many requests that move money came to both of them. */
  asked(): number;
  /** Whether one of them has begun or decided what was ordered for an object, under whichever reference. */
  knows(id: string): boolean;
  /** Lets time pass at both. */
  advance(ms: number): void;
  stop(): Promise<void>;
}

/** @param livemode what their webhooks say of their mode */
export async function startAcquirers(livemode: boolean): Promise<Acquirers> {
  const checkout = await startCheckoutDouble({ webhookTries: WEBHOOK_TRIES, reportsAtOnce: true });
  const adyen = await startAdyenDouble({
    live: livemode,
    webhookTries: WEBHOOK_TRIES,
    outcomeOfAmount: (amount) =>
      amount === DECLINED_AMOUNT ? "refused" : amount === CHALLENGED_AMOUNT ? "challenge" : undefined,
  });
  const doubles = { checkout, adyen };
  const isOf = (id: string) => (reference: string | undefined) =>
    reference !== undefined && orderNamed(reference).id === id;
  return {
    doubles,
    lines: () =>
      ACQUIRER_NAMES.flatMap((acquirer) =>
        doubles[acquirer].book.lines().map((line) => ({ ...line, acquirer })),
      ),
    asked: () =>
      ACQUIRER_NAMES.flatMap((name) => doubles[name].server.seen).filter(
        ({ method, path }) => method === "POST" && isMoving(path),
      ).length,
    knows: (id) => checkout.knows(isOf(id)) || reportedBy(adyen, id),
    advance: (ms) => {
      for (const { clock } of Object.values(doubles)) clock.advance(ms);
    },
    async stop() {
      await checkout.stop();
      await adyen.stop();
    },
  };
}

const isMoving = (path: string): boolean => /\/(?:payments|refunds|transfers|details)$/.test(path);

/** What a cancellation found nothing of was never known. */
const reportedBy = ({ webhooks }: Double, id: string): boolean =>
  webhooks
    .made()
    .some(
      ({ body }) =>
        new RegExp(`"${id}(?:_[0-9]+)?"`).test(body) &&
        /"eventCode":"(?!TECHNICAL_CANCEL)|"type":"balancePlatform/.test(body),
    );
