import { randomBytes } from "node:crypto";
import { isId } from "@flowlix/contracts";
import { pagePath, type PageTokens } from "@flowlix/page-links";
import type { PageRequest } from "./http.ts";
import { parseQuery } from "@flowlix/runtime";
import { acceptedLanguage, isLanguage, type Language } from "./languages.ts";
import { languageCookie, languageOfCookie } from "./language-cookie.ts";
import type { PublicAddress } from "./public-address.ts";
import { TEXTS, type Texts } from "./texts/index.ts";

/** One request of a payer's browser for any page of ours. */
export interface Visit {
  readonly address: PublicAddress;
  /** Where this page is, for links that show it again. */
  readonly path: string;
  readonly query: ReadonlyMap<string, string>;
  readonly language: Language;
  readonly texts: Texts;
  /** For this answer's own styles and scripts. */
  readonly nonce: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A visit that brought a Payment's page token. */
export interface PageVisit extends Visit {
  readonly paymentId: string;
  readonly links: { readonly form: string; readonly status: string; readonly cancelled: string };
  readonly call: { readonly requestId: string; readonly deadline: PageRequest["deadline"] };
}

const NONCE_BYTES = 16;

/** A visit to a page that belongs to nobody: a wrong link has to be said in some language too. */
export function anyVisit(address: PublicAddress, request: PageRequest, path: string): Visit {
  const query = new Map(parseQuery(request.query).map(({ name, value }) => [name ?? "", value ?? ""]));
  const chosen = query.get("lang");
  const language = isLanguage(chosen)
    ? chosen
    : (languageOfCookie(request.headers.cookie) ?? acceptedLanguage(request.headers["accept-language"]));
  return {
    address,
    path,
    query,
    language,
    texts: TEXTS[language],
    nonce: randomBytes(NONCE_BYTES).toString("base64"),
    headers: isLanguage(chosen) ? languageCookie(chosen, address) : {},
  };
}

/** Null for a link that is unknown or forged: the answer must not show which. */
export function pageVisit(
  { pageTokens, address }: { readonly pageTokens: PageTokens; readonly address: PublicAddress },
  request: PageRequest,
  page: "form" | "status" | "cancelled",
): PageVisit | null {
  const { payment_id: paymentId, token } = request.params;
  if (!isId("payment", paymentId) || typeof token !== "string") return null;
  if (!pageTokens.matches(paymentId, token)) return null;
  const form = `${address.basePath}${pagePath(paymentId, token)}`;
  const links = { form, status: `${form}/status`, cancelled: `${form}/cancelled` };
  return {
    ...anyVisit(address, request, links[page]),
    paymentId,
    links,
    call: { requestId: request.requestId, deadline: request.deadline },
  };
}

/** What the payer chose by name, whatever the browser asks for. */
export function chosenLanguage({ query }: Pick<Visit, "query">): Language | undefined {
  const chosen = query.get("lang");
  return isLanguage(chosen) ? chosen : undefined;
}

/** A link within the payer's way: a language once chosen by name stays with it. */
export function linkTo(visit: Visit, path: string, values: Readonly<Record<string, string>> = {}): string {
  const chosen = chosenLanguage(visit);
  const query = new URLSearchParams({ ...(chosen === undefined ? {} : { lang: chosen }), ...values });
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
