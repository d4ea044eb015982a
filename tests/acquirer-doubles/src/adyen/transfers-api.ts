import type { Book } from "../shared/book.ts";
import type { DoubleClock } from "../shared/double-clock.ts";
import { isObject, objectOf, type DoubleAnswer, type DoubleRequest } from "../shared/messages.ts";
import type { NextId } from "./ids.ts";
import type { Notifications } from "./notifications.ts";
import type { AdyenRules, ChosenOutcome } from "./options.ts";

export const TRANSFERS_BASE = "/btl/v4";

interface Transfer {
  readonly id: string;
  readonly reference: string;
  readonly amount: { readonly currency: string; readonly value: number };
  readonly createdAtMs: number;
  readonly holder: unknown;
  readonly chosen: ChosenOutcome | undefined;
  status: string;
  reason: string;
  isConfirmed: boolean;
  notified: number;
}

interface TransfersDeps {
  readonly book: Book;
  readonly clock: DoubleClock;
  readonly nextId: NextId;
  readonly notifications: Notifications;
  readonly rules: AdyenRules;
}

const restError = (status: number, errorCode: string, detail: string): DoubleAnswer => ({
  status,
  body: { type: "https://docs.adyen.com/errors/general", title: "Refused", status, errorCode, detail },
});

const NAME = /^[A-Za-z./ —-]+$/;

/** Transfers as the documents have it: received, authorised, booked, and then tracked to the payee. */
export function createTransfersApi({ book, clock, nextId, notifications, rules }: TransfersDeps) {
  const transfers = new Map<string, Transfer>();

  /** As the list and the webhooks show it; the answer to the submission has no tracking. */
  const shown = (transfer: Transfer) => ({
    id: transfer.id,
    amount: transfer.amount,
    balanceAccount: { id: rules.balanceAccount },
    category: "card",
    counterparty: { card: { cardHolder: transfer.holder, cardIdentification: {} } },
    direction: "outgoing",
    reason: transfer.reason,
    reference: transfer.reference,
    status: transfer.status,
    type: "cardTransfer",
  });
  const data = (transfer: Transfer) => ({
    ...shown(transfer),
    createdAt: new Date(transfer.createdAtMs).toISOString(),
    ...(transfer.isConfirmed ? { tracking: { type: "confirmation", status: "accepted" } } : {}),
  });

  function become(transfer: Transfer, status: string, reason = "approved"): void {
    Object.assign(transfer, { status, reason, notified: transfer.notified + 1 });
    notifications.notifyTransfer(
      transfer.notified === 1 ? "balancePlatform.transfer.created" : "balancePlatform.transfer.updated",
      { ...data(transfer), eventId: nextId("E"), sequenceNumber: transfer.notified },
    );
  }

  function go(transfer: Transfer): void {
    if (transfer.chosen === "received") return;
    const then = (run: () => void) => clock.after(rules.resultsAfterMs, run);
    then(() => {
      if (transfer.chosen === "pending") return become(transfer, "authorised");
      if (transfer.chosen === "refused_later") return become(transfer, "refused", "notEnoughBalance");
      become(transfer, "authorised");
      become(transfer, "booked");
      const { reference, id, amount } = transfer;
      const line = { reference, id, charge: null, amount: amount.value, currency: amount.currency };
      book.record({ kind: "payout", ...line, atMs: clock.nowMs() });
      if (transfer.chosen === "booked_only") return;
      if (transfer.chosen === "undone")
        return then(() => become(transfer, "returned", "counterpartyAccountClosed"));
      transfer.isConfirmed = true;
      become(transfer, "booked");
    });
  }

  function submit(body: Record<string, unknown>): DoubleAnswer {
    const amount = isObject(body["amount"]) ? body["amount"] : {};
    const { currency, value } = amount;
    if (
      typeof currency !== "string" ||
      typeof value !== "number" ||
      !Number.isSafeInteger(value) ||
      value <= 0
    )
      return restError(422, "30_031", "amount");
    if (body["balanceAccountId"] !== rules.balanceAccount) return restError(403, "30_029", "balance account");
    const holder = holderOf(body);
    if (holder === null) return restError(422, "30_081", "counterparty.card.cardHolder");
    const chosen = rules.outcomeOfAmount(value);
    if (chosen === "throttled") return restError(429, "00_429", "Too many requests");
    const transfer: Transfer = {
      id: nextId("X"),
      reference: typeof body["reference"] === "string" ? body["reference"] : "",
      amount: { currency, value },
      createdAtMs: clock.nowMs(),
      holder,
      chosen,
      status: "received",
      reason: "pending",
      isConfirmed: false,
      notified: 0,
    };
    transfers.set(transfer.id, transfer);
    if (chosen === "refused") become(transfer, "refused", "notEnoughBalance");
    else {
      become(transfer, "received", "pending");
      go(transfer);
    }
    return { status: 200, body: shown(transfer) };
  }

  function list(query: URLSearchParams): DoubleAnswer {
    const [sinceMs, untilMs] = ["createdSince", "createdUntil"].map((name) =>
      Date.parse(query.get(name) ?? ""),
    );
    if (sinceMs === undefined || untilMs === undefined || Number.isNaN(sinceMs + untilMs))
      return restError(422, "30_112", "createdSince and createdUntil");
    const found = [...transfers.values()].filter(
      ({ reference, createdAtMs }) =>
        reference === query.get("reference") &&
        createdAtMs >= sinceMs &&
        createdAtMs <= untilMs &&
        clock.nowMs() >= createdAtMs + rules.listedAfterMs,
    );
    return { status: 200, body: { data: found.map(data), _links: {} } };
  }

  return {
    handles: (path: string): boolean => path.startsWith(`${TRANSFERS_BASE}/`),
    refusal({ headers, method, path }: DoubleRequest): DoubleAnswer | null {
      if (headers["x-api-key"] !== rules.transfersApiKey) return restError(401, "00_401", "Unauthorized");
      return path === `${TRANSFERS_BASE}/transfers` && ["GET", "POST"].includes(method)
        ? null
        : { status: 404 };
    },
    execute: (request: DoubleRequest): DoubleAnswer =>
      request.method === "GET" ? list(request.query) : submit(objectOf(request) ?? {}),
    isToBeDropped(request: DoubleRequest): boolean {
      const amount = objectOf(request)?.["amount"];
      return isObject(amount) && rules.outcomeOfAmount(Number(amount["value"])) === "lost";
    },
    all: () => [...transfers.values()],
  };
}

/** A card holder that the schema takes: a name in its letters, a street and a city. */
function holderOf(body: Record<string, unknown>): object | null {
  const counterparty = isObject(body["counterparty"]) ? body["counterparty"] : {};
  const card = isObject(counterparty["card"]) ? counterparty["card"] : {};
  const holder = isObject(card["cardHolder"]) ? card["cardHolder"] : {};
  const address = isObject(holder["address"]) ? holder["address"] : {};
  const isNamed = [holder["firstName"], holder["lastName"]].every(
    (name) => typeof name === "string" && NAME.test(name),
  );
  const isPlaced = [address["city"], address["line1"]].every((at) => typeof at === "string" && at !== "");
  return isNamed && isPlaced ? holder : null;
}
