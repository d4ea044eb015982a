import { markup, type Markup } from "../markup.ts";
import type { PageData } from "../page-data.ts";
import { fill, type StateTexts } from "../texts/index.ts";
import type { Visit } from "../visit.ts";
import { bank, lock, shield } from "./icons.ts";

/** What a payer may rely on: at a form also what is to come. */
export function assurances({ texts }: Visit, { brand }: PageData, atForm: boolean): Markup {
  const { secure, once, bankAsks } = texts.assurances;
  const more = atForm ? [assurance(shield(), once), assurance(bank(), bankAsks)] : [];
  const first = assurance(lock(), { ...secure, text: fill(secure.text, { merchant: brand.name }) });
  return markup`<ul class="assurances">${[first, ...more]}</ul>`;
}

const assurance = (icon: Markup, { title, text }: StateTexts): Markup =>
  markup`<li>${icon}<span><strong>${title}.</strong> ${text}</span></li>`;
