import { logoPath } from "../logo.ts";
import { markup, type Markup } from "../markup.ts";
import type { PageData } from "../page-data.ts";
import { fill } from "../texts/index.ts";
import type { Visit } from "../visit.ts";
import { descriptionOf } from "./description.ts";

/** Who is paid, how much, and for what. At a form it is what the page is about. */
export function orderSummary(visit: Visit, data: PageData, atForm: boolean): Markup {
  const { texts } = visit;
  const { brand, amount, state } = data;
  const { description, merchant_reference: reference } = state.payment;
  const payee = fill(texts.payTo, { merchant: brand.name });
  return markup`<div class="summary">
<div class="due">
${pictureOf(visit, data)}
${atForm ? markup`<h1 class="payee">${payee}</h1>` : markup`<p class="payee">${payee}</p>`}
<p class="amount">${amount}</p>
</div>
<dl class="order">
${row(texts.order.what, descriptionOf(texts, description))}
${row(texts.order.reference, reference === null ? null : markup`${reference}`)}
${row(texts.order.total, markup`${amount}`, "total")}
</dl>
</div>`;
}

function row(name: string, value: Markup | null, kind: string | null = null): Markup | null {
  if (value === null) return null;
  return markup`<div${kind === null ? null : markup` class="${kind}"`}><dt>${name}</dt><dd>${value}</dd></div>`;
}

/** A merchant without a logo is known by the first letter of the name. */
function pictureOf({ address }: Visit, { brand }: PageData): Markup {
  if (brand.logoSha256 !== null)
    return markup`<img class="logo" src="${address.basePath}${logoPath(brand.logoSha256)}" alt="">`;
  const [first = ""] = brand.name.trim();
  return markup`<span class="monogram" aria-hidden="true">${first.toUpperCase()}</span>`;
}
