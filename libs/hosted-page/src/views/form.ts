import { IIN_RANGES } from "@flowlix/cards";
import type { AssetName } from "../assets.ts";
import type { BillingValues } from "../billing-form.ts";
import { CARD_ATTEMPT, cardAttemptOf, mayTakeAnother } from "../card-attempt.ts";
import { BROWSER_FIELDS } from "../browser-form.ts";
import { CARD_RULES } from "../card-rules.ts";
import { countryNames } from "../country-names.ts";
import { FORM_TOKEN } from "../csrf.ts";
import type { PageContent } from "../document.ts";
import { ADDRESS_FIELDS, type FieldErrors } from "../field-errors.ts";
import { markup, type Markup } from "../markup.ts";
import type { PageData } from "../page-data.ts";
import { fill } from "../texts/index.ts";
import { linkTo, type PageVisit } from "../visit.ts";
import { choiceOf, fieldOf, type FieldContext } from "./field.ts";
import { lock } from "./icons.ts";
import { schemeMarks } from "./schemes.ts";
import { cancelLink } from "./states.ts";

/** What the form is filled with. Number, expiry and code of a card are never among it. */
export interface FormContent {
  readonly formToken: string;
  readonly cardName: string;
  readonly billing: BillingValues;
  readonly errors: FieldErrors;
  readonly notice: string | null;
}

/** What the script checks with: the same ranges and rules as the gateway. */
const RANGES = JSON.stringify(IIN_RANGES);
const RULES = JSON.stringify(CARD_RULES);

/** How a number stands on most cards, in no language. */
const NUMBER_LIKE = "1234 1234 1234 1234";

const TEST_SCRIPTS: readonly AssetName[] = ["test-cards.js"];

/** The card form (docs/design/decisions.md#hosted-form). */
export function cardForm(visit: PageVisit, data: PageData, content: FormContent): PageContent {
  const { texts, links } = visit;
  const { amount, brand } = data;
  const context: FieldContext = { texts, errors: content.errors };
  const title = fill(texts.payTitle, { amount, merchant: brand.name });
  return {
    state: "form",
    title: content.errors.size > 0 ? `${texts.errorSummary} – ${title}` : title,
    data,
    scripts: ["keep-entries.js", "card-form.js", ...(data.state.payment.livemode ? [] : TEST_SCRIPTS)],
    main: markup`<form id="pay-form" method="post" action="${linkTo(visit, links.form)}" data-ranges="${RANGES}" data-rules="${RULES}" data-errors="${JSON.stringify(texts.errors)}" data-now="${data.state.now_ms}" data-status="${linkTo(visit, links.status)}"${leftOf(data)}${mayTakeAnother(data.state) ? markup` data-takes-another` : null}>
<input type="hidden" name="${FORM_TOKEN}" value="${content.formToken}">
${BROWSER_FIELDS.map((name) => markup`<input type="hidden" name="${name}">`)}
${attemptField(data)}
${noticeOf(content)}
${errorSummary(context)}
<div class="card-head"><h2>${texts.form.card}</h2>${schemeMarks()}</div>
${cardFields(context, content)}
${billingFields(visit, context, content.billing)}
<button id="pay" type="submit">${lock()}<span>${fill(texts.form.pay, { amount })}</span></button>
<p id="form-status" class="form-status" role="status" data-paying="${texts.form.paying}"></p>
${timeLeft(visit, data)}
</form>
${cancelLink(visit, data)}`,
  };
}

/** Which card the form is for, so that neither a form sent twice nor one left open begins with another one. */
const attemptField = ({ state }: PageData): Markup | null =>
  cardAttemptOf(state) === 1
    ? null
    : markup`<input type="hidden" name="${CARD_ATTEMPT}" value="${cardAttemptOf(state)}">`;

/** What became of an earlier try; takes the focus, so that nobody begins anew without having met it. */
const noticeOf = ({ notice }: FormContent): Markup | null =>
  notice === null
    ? null
    : markup`<p class="notice" id="notice" role="alert" tabindex="-1" autofocus>${notice}</p>`;

/** Where the errors are, for who cannot see the whole form at once; it takes the focus. */
function errorSummary({ texts, errors }: FieldContext): Markup | null {
  if (errors.size === 0) return null;
  const links = [...errors].map(
    ([field, error]) => markup`<li><a href="#${field}">${texts.errors[error]}</a></li>`,
  );
  return markup`<div class="summary-of-errors" id="error-summary" role="alert" tabindex="-1" autofocus>
<h2>${texts.errorSummary}</h2>
<ul>${links}</ul>
</div>`;
}

function cardFields(context: FieldContext, { cardName }: FormContent): Markup {
  const { form } = context.texts;
  const digits = {
    type: "text",
    inputmode: "numeric",
    spellcheck: "false",
    autocorrect: "off",
    required: true,
  };
  return markup`${fieldOf(context, "card-number", {
    label: form.number,
    input: { ...digits, autocomplete: "cc-number", maxlength: 23, placeholder: NUMBER_LIKE },
    inside: markup`<span id="card-brand" class="brand" role="status"></span>`,
  })}
<div class="pair">
${fieldOf(context, "card-expiry", {
  label: form.expiry,
  hint: form.expiryHint,
  input: { ...digits, autocomplete: "cc-exp", maxlength: 9, placeholder: form.expiryFormat },
})}
${fieldOf(context, "card-cvc", {
  label: form.cvc,
  hint: form.cvcHint,
  input: {
    ...digits,
    autocomplete: "cc-csc",
    maxlength: 4,
    "data-hint3": form.cvcHint,
    "data-hint4": form.cvcHint4,
  },
})}
</div>
${fieldOf(context, "card-name", {
  label: form.name,
  value: cardName,
  input: { type: "text", autocomplete: "cc-name", maxlength: 255, spellcheck: "false", required: true },
})}`;
}

function billingFields(
  { language }: PageVisit,
  context: FieldContext,
  { email, address }: BillingValues,
): Markup {
  const { form } = context.texts;
  const text = (autocomplete: string, maxlength: number) => ({ type: "text", autocomplete, maxlength });
  const open = ADDRESS_FIELDS.some((field) => context.errors.has(field));
  const countries = [{ code: "", name: form.noCountry }, ...countryNames(language)];
  return markup`${fieldOf(context, "email", {
    label: form.email,
    value: email,
    optional: true,
    input: { type: "email", autocomplete: "email", inputmode: "email", maxlength: 255 },
  })}
<details id="billing-address"${open ? markup` open` : null}>
<summary>${form.address} <span class="optional">(${form.optional})</span></summary>
${fieldOf(context, "address-line1", { label: form.line1, value: address["address-line1"], input: text("billing address-line1", 255) })}
${fieldOf(context, "address-line2", { label: form.line2, value: address["address-line2"], input: text("billing address-line2", 255), optional: true })}
<div class="pair">
${fieldOf(context, "address-postal-code", { label: form.postalCode, value: address["address-postal-code"], input: text("billing postal-code", 32) })}
${fieldOf(context, "address-city", { label: form.city, value: address["address-city"], input: text("billing address-level2", 100) })}
</div>
${fieldOf(context, "address-state", { label: form.state, value: address["address-state"], input: text("billing address-level1", 100), optional: true })}
${choiceOf(context, "address-country", { label: form.country, value: address["address-country"], input: { autocomplete: "billing country" } }, countries)}
</details>`;
}

/** Milliseconds until the form is of no more use, for the script. */
const leftOf = ({ state: { expires_at_ms: end, now_ms: now } }: PageData): Markup | null =>
  end === null ? null : markup` data-left="${Math.max(0, end - now)}"`;

const MINUTE_MS = 60_000;
/** Nobody plans a payment by the minute for longer than this. */
const SHOWN_BELOW_MINUTES = 180;

/** People who need more time should know how much there is (WCAG 2.2, timing). */
function timeLeft({ texts }: PageVisit, { state }: PageData): Markup | null {
  if (state.expires_at_ms === null) return null;
  const minutes = Math.floor((state.expires_at_ms - state.now_ms) / MINUTE_MS);
  if (minutes < 1 || minutes > SHOWN_BELOW_MINUTES) return null;
  return markup`<p class="quiet" id="time-left">${fill(texts.form.timeLeft, { minutes: String(minutes) })}</p>`;
}
