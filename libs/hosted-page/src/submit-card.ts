import { summaryOf, type Encryptor } from "@flowlix/cards";
import { ENCRYPTED_FOR, type CardInput, type SubmitResult } from "@flowlix/contracts";
import { isDomainError } from "@flowlix/runtime";
import type { PageAnswer, PageRequest } from "./http.ts";
import { billingErrors, mergedBilling, typedBilling } from "./billing-form.ts";
import { browserInformation } from "./browser-form.ts";
import { checkCard } from "./card-check.ts";
import { cardAttemptOf, isOfThisCard } from "./card-attempt.ts";
import { isOwnSubmit } from "./csrf.ts";
import { pageAnswer, seeOther } from "./document.ts";
import type { FieldErrors } from "./field-errors.ts";
import { readForm, type FormInput } from "./form-input.ts";
import { readPageData, type PageData } from "./page-data.ts";
import { PAGE_TEMPLATE } from "./page-url.ts";
import type { ShowPageDeps } from "./show-page.ts";
import { noteOfFailure, noteOfResult, noteValues, type SubmitNote } from "./submit-note.ts";
import { cardForm } from "./views/form.ts";
import { chosenLanguage, linkTo, type PageVisit } from "./visit.ts";

/** Bounds what is in flight. */
export interface Bound {
  /** `template` is the route of the work. Errors: service_unavailable at the bound, before anything has begun. */
  run<T>(template: string, work: () => Promise<T>): Promise<T>;
}

export interface SubmitCardDeps extends ShowPageDeps {
  /** The payer's address, as proxies that the operator trusts report it. */
  readonly clientAddress: (request: PageRequest) => string;
  readonly encryptor: Encryptor;
  readonly requestDeadlineMs: number;
  /** Bounds the submits in flight: each may take as long at the provider as a create. */
  readonly submits: Bound;
  /** Called with an error that the page does not show as one. */
  readonly onPageFailure: (error: unknown, requestId: string) => void;
}

const FORBIDDEN = 403;
const UNPROCESSABLE = 422;

/**
 * POST /pay/{payment_id}/{token}: the payer gives a card. Errors that the form can find are shown beside the fields.
 * From then on the status page says what is recorded, since a claim may have been taken
 * (docs/design/architecture.md#hosted-page). Where the form returns, it says what is known of the submit.
 */
export async function submitCard(
  deps: SubmitCardDeps,
  visit: PageVisit,
  request: PageRequest,
): Promise<PageAnswer> {
  const data = await readPageData(deps, visit, "recorded");
  if (data.state.stage !== "form") return seeOther(visit, statusLink(visit));
  const form = readForm(request.headers["content-type"], request.body);
  if (form === null || !isOwnSubmit(deps.formTokens, visit, request.headers, form))
    return formAgain(deps, visit, data, { form, errors: new Map(), status: FORBIDDEN });
  if (!isOfThisCard(data.state, form)) return seeOther(visit, statusLink(visit));

  const checked = checkCard(form, data.state.now_ms);
  const errors: FieldErrors = new Map([...checked.errors, ...billingErrors(typedBilling(form))]);
  if (checked.card === null || errors.size > 0) return refuse(deps, visit, data, { form, errors });
  const note = await submitted(deps, { visit, data, request, form, card: checked.card });
  return seeOther(visit, statusLink(visit, note));
}

/** `go`: the payer is on the way, and is led on to the bank without being asked. */
const statusLink = (visit: PageVisit, note: SubmitNote | null = null): string =>
  linkTo(visit, visit.links.status, { go: "1", ...noteValues(note) });

async function submitted(deps: SubmitCardDeps, submission: Submission): Promise<SubmitNote | null> {
  try {
    return noteOfResult(await deps.submits.run(PAGE_TEMPLATE, () => submit(deps, submission)));
  } catch (error) {
    const isBusy = isDomainError(error) && error.type === "service_unavailable";
    if (!isBusy) deps.onPageFailure(error, submission.request.requestId);
    return noteOfFailure(error);
  }
}

interface Given {
  readonly form: FormInput | null;
  readonly errors: FieldErrors;
}

/** Counts the refusal; the form comes back with what is wrong, or says that it is closed. */
async function refuse(
  deps: SubmitCardDeps,
  visit: PageVisit,
  data: PageData,
  given: Given,
): Promise<PageAnswer> {
  const { requestId, deadline } = visit.call;
  const call = { requestId, timeoutMs: deadline.remainingMs() };
  const { form_closed_until_ms: until } = await deps.payments.refusePage(
    { payment_id: visit.paymentId },
    call,
  );
  if (until !== null) return seeOther(visit, linkTo(visit, visit.links.form));
  return formAgain(deps, visit, data, { ...given, status: UNPROCESSABLE });
}

/** The form comes back with the name on the card, and with nothing else of it. */
function formAgain(
  deps: SubmitCardDeps,
  visit: PageVisit,
  data: PageData,
  { form, errors, status }: Given & { readonly status: number },
): PageAnswer {
  const typed = form ?? { get: () => "" };
  const content = {
    formToken: deps.formTokens.tokenFor(visit.paymentId),
    cardName: typed.get("card-name").trim(),
    billing: typedBilling(typed),
    errors,
    notice: status === FORBIDDEN ? visit.texts.notices.stale : null,
  };
  return pageAnswer(visit, status, cardForm(visit, data, content));
}

interface Submission {
  readonly visit: PageVisit;
  readonly data: PageData;
  readonly request: PageRequest;
  readonly form: FormInput;
  readonly card: CardInput;
}

async function submit(deps: SubmitCardDeps, submission: Submission): Promise<SubmitResult> {
  const { visit, data, request, form, card } = submission;
  const { scope, payment, now_ms: now, customer_ip_address: known } = data.state;
  const { id, amount, currency } = payment;
  const submissionDeadline = now + deps.requestDeadlineMs;
  const browser = browserInformation(form, request.headers, chosenLanguage(visit));
  const { result } = await deps.payments.submitPage(
    {
      scope,
      payment_id: id,
      start_before: submissionDeadline,
      amount,
      currency,
      payment_method: { type: "card", card: summaryOf(card) },
      sealed_instrument: deps.encryptor.encrypt(
        { kind: "card", card, browser_information: browser },
        {
          operation: ENCRYPTED_FOR.submitPage,
          object_id: id,
          ...scope,
          amount,
          currency,
          start_before: submissionDeadline,
        },
      ),
      customer_ip_address: known ?? deps.clientAddress(request),
      merchant_name: data.brand.name,
      card_attempt: cardAttemptOf(data.state),
      billing_details: mergedBilling(payment.billing_details, typedBilling(form)),
    },
    { requestId: request.requestId, timeoutMs: request.deadline.remainingMs() },
  );
  return result;
}
