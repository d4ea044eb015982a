import { createPageTokens, type PageTokens, type TokenKeys } from "@flowlix/page-links";
import { isDomainError, isTransportError } from "@flowlix/runtime";
import type { PageAnswer, PageRequest, PageRoute } from "./http.ts";
import { authenticationReturn, type AuthenticationReturnDeps } from "./authentication-return.ts";
import { asset } from "./assets.ts";
import { pageAnswer } from "./document.ts";
import { logo, type LogoDeps } from "./logo.ts";
import { PAGE_TEMPLATE as PAGE } from "./page-url.ts";
import { publicAddress } from "./public-address.ts";
import { showCancelled } from "./show-cancelled.ts";
import { showPage } from "./show-page.ts";
import { showStatus } from "./show-status.ts";
import { submitCard, type SubmitCardDeps } from "./submit-card.ts";
import { unavailable, unknownLink, unreadable } from "./views/states.ts";
import { anyVisit, pageVisit, type PageVisit } from "./visit.ts";

/** What a payer's pages need of the process that serves them. */
export interface HostedPageDeps
  extends
    Omit<SubmitCardDeps, "formTokens">,
    LogoDeps,
    Pick<AuthenticationReturnDeps, "publicUrl" | "returnParameters"> {
  /** The ring of PAGE_TOKEN_KEY: its tokens open pages and come back with their forms. */
  readonly tokenKeys: TokenKeys;
}

interface PagesDeps extends SubmitCardDeps, LogoDeps, AuthenticationReturnDeps {
  readonly pageTokens: PageTokens;
}

type Page = (deps: PagesDeps, visit: PageVisit, request: PageRequest) => Promise<PageAnswer>;

const RETRY_AFTER_S = "2";

/** Everything a payer's browser asks for. Files stand first, because their paths have as many parts as a page's. */
export function hostedPageRoutes({ tokenKeys, ...needs }: HostedPageDeps): readonly PageRoute[] {
  const deps: PagesDeps = {
    ...needs,
    address: publicAddress(needs.publicUrl),
    pageTokens: createPageTokens(tokenKeys, "page"),
    formTokens: createPageTokens(tokenKeys, "form"),
  };
  return [
    {
      method: "GET",
      template: "/return/{payment_id}/{token}",
      handle: (request) => authenticationReturn(deps, request),
    },
    { method: "GET", template: "/pay/assets/{file}", handle: asset },
    { method: "GET", template: "/pay/logos/{sha256}", handle: (request) => logo(deps, request) },
    { method: "GET", template: PAGE, handle: pageOf(deps, "form", showPage) },
    {
      method: "POST",
      template: PAGE,
      handle: pageOf(deps, "form", submitCard),
      unreadable: (request) => unreadableForm(deps, request),
    },
    { method: "GET", template: `${PAGE}/status`, handle: pageOf(deps, "status", showStatus) },
    { method: "GET", template: `${PAGE}/cancelled`, handle: pageOf(deps, "cancelled", showCancelled) },
    ...(["/pay", "/pay/*"] as const).flatMap((template) => cutLinks(deps, template)),
  ];
}

/** Links that lost a part on their way to the payer lead to paths that are none of ours. */
function cutLinks(deps: PagesDeps, template: string): readonly PageRoute[] {
  const handle = async (request: PageRequest): Promise<PageAnswer> => unknown(deps, request);
  const route = {
    template,
    handle,
    unreadable: (request: PageRequest): PageAnswer => unknown(deps, request),
  } as const;
  return [
    { ...route, method: "GET" },
    { ...route, method: "POST" },
  ];
}

/**
 * A page that is always a page: a link that opens nothing and a service that does not answer are told
 * in the payer's language, and neither says more than that.
 */
function pageOf(deps: PagesDeps, name: "form" | "status" | "cancelled", page: Page) {
  return async (request: PageRequest): Promise<PageAnswer> => {
    const visit = pageVisit(deps, request, name);
    if (visit === null) return unknown(deps, request);
    try {
      return await page(deps, visit, request);
    } catch (error) {
      if (isDomainError(error) && error.type === "object_not_found") return unknown(deps, request);
      if (!isTransportError(error)) deps.onPageFailure(error, request.requestId);
      return pageAnswer(visit, 503, unavailable(visit), { "Retry-After": RETRY_AFTER_S });
    }
  };
}

function unreadableForm(deps: PagesDeps, request: PageRequest): PageAnswer {
  const visit = pageVisit(deps, request, "form");
  return visit === null ? unknown(deps, request) : pageAnswer(visit, 400, unreadable(visit));
}

function unknown({ address }: PagesDeps, request: PageRequest): PageAnswer {
  const visit = anyVisit(address, request, "");
  return pageAnswer(visit, 404, unknownLink(visit));
}
