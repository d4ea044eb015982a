import type { CardBrand } from "@flowlix/contracts";
import { CARD_RULES } from "../card-rules.ts";
import { markup, type Markup } from "../markup.ts";

/** Letters of one stroke, in a colour of their own. */
const letters = (colour: string, path: string, width = 1.7): Markup =>
  markup`<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

const circle = (colour: string, x: number, r: number): Markup =>
  markup`<circle cx="${x}" cy="12" r="${r}" fill="${colour}"/>`;

/** Two circles and what they share. */
const circles = (left: string, right: string, both: string): Markup =>
  markup`${circle(left, 15, 7)}${circle(right, 23, 7)}<path d="M19 6.3a7 7 0 0 1 0 11.4 7 7 0 0 1 0-11.4Z" fill="${both}"/>`;

const ground = (colour: string): Markup => markup`<rect width="38" height="24" rx="4" fill="${colour}"/>`;

type Scheme = Exclude<CardBrand, "unknown">;

/** Drawn by us, to be told apart at a glance: no scheme's own artwork. */
const DRAWINGS: Readonly<Record<Scheme, Markup>> = {
  visa: letters(
    "#1a2f7a",
    "m7 8 2.2 8L13 8m3.4 0-1.6 8m8.4-7.2c-1.3-1.2-4.3-1-4.3.9 0 2.1 3.7 1.7 3.7 3.9 0 2.3-3.4 2.7-4.9 1.3M24 16l4.6-8 2 8m-5-2.6h4.3",
    2,
  ),
  mastercard: circles("#d9222a", "#ee9f2d", "#f2661f"),
  amex: markup`${ground("#1c6fc4")}${letters("#ffffff", "M4.5 16 7.3 8l2.8 8m-4.5-2.6h3.4M12.7 16V8l3 4.4L18.7 8v8m7-8h-4.1v8h4.1m-4.1-4h3.5M28.2 8l5 8m0-8-5 8")}`,
  discover: markup`<path d="M37.5 12v7.5a4 4 0 0 1-4 4H15c10 0 18-4.5 22.5-11.5Z" fill="#ee7623"/>${letters("#1b2430", "M5 6v7h1.8a3.5 3.5 0 0 0 0-7ZM13.5 6v7M20.5 7c-1.2-1.2-4-.9-4 .8 0 1.9 3.5 1.5 3.5 3.4 0 2-3.1 2.2-4.4 1.1M28 7.3c-2.3-2.2-5.5-.9-5.5 2.2s3.2 4.4 5.5 2.2", 1.5)}`,
  diners: markup`${circle("#0a5f9e", 19, 9)}${circle("#ffffff", 19, 6.5)}<path d="M17.5 7.2a5 5 0 0 0 0 9.6Zm3 0v9.6a5 5 0 0 0 0-9.6Z" fill="#0a5f9e"/>`,
  jcb: markup`<rect x="6" y="4" width="8" height="16" rx="3" fill="#1260a8"/><rect x="15" y="4" width="8" height="16" rx="3" fill="#c21f3a"/><rect x="24" y="4" width="8" height="16" rx="3" fill="#1d7d3f"/>${letters("#ffffff", "M11.5 9v4.5c0 2-3 2-3 .2M21 9.7c-1.2-1.2-3.8-.7-3.8 2.3s2.6 3.5 3.8 2.3M26.5 9v6h2c2 0 2-3 0-3h-2 1.8c1.8 0 1.8-3 0-3Z", 1.3)}`,
  unionpay: markup`<path d="M9 4h8l-3.5 16h-8Z" fill="#c8202f"/><path d="M18 4h7l-3.5 16h-7Z" fill="#174e8c"/><path d="M26 4h7l-3.5 16h-7Z" fill="#0a7d80"/>`,
  maestro: circles("#1288c9", "#d9222a", "#6a5aa8"),
};

const isScheme = (brand: string): brand is Scheme => Object.hasOwn(DRAWINGS, brand);

function markOf(scheme: Scheme): Markup {
  return markup`<svg class="scheme" data-scheme="${scheme}" viewBox="0 0 38 24" width="38" height="24" role="img" aria-label="${CARD_RULES[scheme].label}" focusable="false"><rect x=".5" y=".5" width="37" height="23" rx="4" fill="#ffffff" stroke="#c9d1dc"/>${DRAWINGS[scheme]}</svg>`;
}

/** The schemes whose cards the form knows. The script shows the one whose number is typed. */
export const schemeMarks = (): Markup =>
  markup`<p class="schemes">${Object.keys(DRAWINGS).filter(isScheme).map(markOf)}</p>`;
