import type { DoubleAnswer, DoubleRequest } from "../shared/messages.ts";
import { isObject, objectOf } from "../shared/messages.ts";
import { createChallenges, type Challenges } from "./challenges.ts";
import { CHALLENGED_CARD, REFUSAL_OF_NAME, type AdyenRules, type ChosenOutcome } from "./options.ts";
import type { Money, Payment, Payments } from "./payments.ts";
import { serviceError } from "./service-error.ts";

export const CHECKOUT_BASE = "/v72";

type Json = Record<string, unknown>;

const part = (body: Json, name: string): Json => (isObject(body[name]) ? body[name] : {});
const textOf = (body: Json, name: string): string => {
  const value = body[name];
  return typeof value === "string" ? value : "";
};

function moneyOf(body: Json): Money | null {
  const { currency, value } = part(body, "amount");
  const isMoney = typeof currency === "string" && /^[A-Z]{3}$/.test(currency) && Number.isSafeInteger(value);
  return isMoney ? { currency, value: Number(value) } : null;
}

/** What the API does instead of an answer. */
export const DROPPED = "dropped";

export interface CheckoutApiOptions {
  readonly payments: Payments;
  readonly rules: AdyenRules;
  readonly host: () => string;
}

/** Checkout as the documents have it: everything is received at once and decided for good by a webhook. */
export function createCheckoutApi({ payments, rules, host }: CheckoutApiOptions) {
  const challenges: Challenges = createChallenges(host);

  /** What the card holder's name says, then the amount. */
  function chosenOf(method: Json, amount: Money): { readonly chosen: ChosenOutcome; readonly code: string } {
    const code = REFUSAL_OF_NAME.get(textOf(method, "holderName"));
    if (code !== undefined) return { chosen: "refused", code };
    if (textOf(method, "number") === CHALLENGED_CARD) return { chosen: "challenge", code: "11" };
    return { chosen: rules.outcomeOfAmount(amount.value) ?? "authorised", code: "12" };
  }

  const resultOf = (payment: Payment, resultCode: string, more: object = {}): DoubleAnswer => ({
    status: 200,
    body: {
      pspReference: payment.psp,
      resultCode,
      amount: payment.amount,
      merchantReference: payment.reference,
      paymentMethod: { brand: "visa", type: "scheme" },
      ...more,
    },
  });
  const refusedAs = (payment: Payment): DoubleAnswer => {
    payments.refuse(payment, `${payment.refusalCode}:refused`);
    return resultOf(payment, "Refused", { refusalReason: "Refused", refusalReasonCode: payment.refusalCode });
  };
  const authorisedAs = (payment: Payment): DoubleAnswer => {
    payments.authorise(payment);
    return resultOf(payment, "Authorised");
  };

  function pay(body: Json): DoubleAnswer {
    const amount = moneyOf(body);
    const method = part(body, "paymentMethod");
    const reference = textOf(body, "reference");
    const returnUrl = textOf(body, "returnUrl");
    if (reference === "") return serviceError(422, "130", "Required field 'reference' is not provided.");
    if (amount === null || amount.value <= 0)
      return serviceError(422, "100", "Required object 'amount' is not provided.");
    if (returnUrl === "") return serviceError(422, "14_006", "Required object 'returnUrl' is not provided.");
    if (textOf(method, "number") === "") return serviceError(422, "101", "Invalid card number");
    const { chosen, code } = chosenOf(method, amount);
    if (chosen === "throttled") return serviceError(429, "000", "Too many requests");
    if (chosen === "garbled") return { status: 200, body: '{"resultCode":"Autho' };
    const authentication = part(body, "authenticationData");
    const isAsked = textOf(authentication, "attemptAuthentication") === "always";
    if (chosen === "challenge" && isAsked && !isObject(body["browserInfo"]))
      return serviceError(422, "15_001", "browserInfo is required for 3D Secure");
    const delay = body["captureDelayHours"];
    const payment = payments.begin(
      { reference, amount, returnUrl, chosen, refusalCode: code },
      typeof delay === "number" ? delay : 0,
    );
    switch (chosen) {
      case "refused":
        return refusedAs(payment);
      case "received":
        return resultOf(payment, "Received");
      case "pending":
        return resultOf(payment, "Pending");
      case "challenge":
        if (!isAsked) return refusedAs(payment);
        return textOf(part(authentication, "threeDSRequestData"), "nativeThreeDS") === "disabled"
          ? challenged(payment)
          : resultOf(payment, "IdentifyShopper", { action: { type: "threeDS2", subtype: "fingerprint" } });
      default:
        return authorisedAs(payment);
    }
  }

  /** What sends a payer on names neither amount nor reference. */
  function challenged(payment: Payment): DoubleAnswer {
    payment.state = "challenged";
    const url = challenges.begin(payment);
    const action = { type: "redirect", method: "GET", paymentMethodType: "scheme", url };
    return { status: 200, body: { resultCode: "RedirectShopper", action } };
  }

  function details(body: Json): DoubleAnswer {
    const finished = challenges.finished(textOf(part(body, "details"), "redirectResult"));
    if (finished === null) return serviceError(422, "14_0424", "Invalid redirectResult");
    const { payment, isPassed } = finished;
    if (payment.state !== "challenged")
      return serviceError(422, "14_030", "Payment details already processed");
    return isPassed ? authorisedAs(payment) : refusedAs(payment);
  }

  const received = (body: object): DoubleAnswer => ({
    status: 201,
    body: { merchantAccount: rules.merchantAccount, status: "received", ...body },
  });
  const withReference = (body: Json) =>
    textOf(body, "reference") === "" ? {} : { reference: body["reference"] };

  function modify(psp: string, step: string, body: Json): DoubleAnswer {
    const payment = payments.byPsp(psp);
    if (payment === undefined)
      return serviceError(422, "167", "Original pspReference required for this operation");
    const own = textOf(body, "reference");
    const of = { paymentPspReference: psp, ...withReference(body) };
    if (step === "reversals") return received({ ...of, pspReference: payments.reverse(payment, own) });
    const amount = moneyOf(body);
    if (amount === null) return serviceError(422, "100", "Required object 'amount' is not provided.");
    const chosen = rules.outcomeOfAmount(amount.value);
    if (chosen === "throttled") return serviceError(429, "000", "Too many requests");
    return received({ ...of, amount, pspReference: payments.refund(payment, own, amount, chosen) });
  }

  function route(path: string, body: Json): DoubleAnswer {
    if (path === "/payments") return pay(body);
    if (path === "/payments/details") return details(body);
    if (path === "/cancels") {
      const paymentReference = textOf(body, "paymentReference");
      if (paymentReference === "") return serviceError(422, "130", "paymentReference is required");
      const pspReference = payments.technicalCancel(paymentReference, textOf(body, "reference"));
      return received({ paymentReference, pspReference, ...withReference(body) });
    }
    const [, psp = "", step = ""] = /^\/payments\/([^/]+)\/(refunds|reversals)$/.exec(path) ?? [];
    return psp === "" ? { status: 404 } : modify(psp, step, body);
  }

  return {
    challenges,
    handles: (path: string): boolean => path.startsWith(`${CHECKOUT_BASE}/`),
    /** Null where nothing may be executed; what is left is to be executed once for a key. */
    refusal(request: DoubleRequest): DoubleAnswer | null {
      if (request.method !== "POST") return { status: 404 };
      if (request.headers["x-api-key"] !== rules.apiKey)
        return serviceError(401, "000", "HTTP Status Response - Unauthorized");
      const body = objectOf(request);
      if (body === null) return serviceError(400, "702", "Unable to parse the body");
      const isDetails = request.path === `${CHECKOUT_BASE}/payments/details`;
      return isDetails || body["merchantAccount"] === rules.merchantAccount
        ? null
        : serviceError(403, "901", "Invalid Merchant Account");
    },
    execute: (request: DoubleRequest): DoubleAnswer =>
      route(request.path.slice(CHECKOUT_BASE.length), objectOf(request) ?? {}),
    /** Whether the answer to what was executed is to be dropped. */
    isToBeDropped(request: DoubleRequest): boolean {
      const amount = moneyOf(objectOf(request) ?? {});
      return amount !== null && rules.outcomeOfAmount(amount.value) === "lost";
    },
  };
}
