import { isDomainError, isTransportError } from "@flowlix/runtime";
import type { Answer } from "../http/answer.ts";
import type { ApiRequest, OpenRoute } from "../http/route.ts";
import { asset } from "./assets.ts";
import { pageAnswer } from "./document.ts";
import { logo, type LogoDeps } from "./logo.ts";
import { PAGE_TEMPLATE as PAGE } from "./page-url.ts";
import type { PublicAddress } from "./public-address.ts";
import { showCancelled } from "./show-cancelled.ts";
import { showPage } from "./show-page.ts";
import { showStatus } from "./show-status.ts";
import { submitCard, type SubmitCardDeps } from "./submit-card.ts";
import { unavailable, unknownLink, unreadable } from "./views/states.ts";
import { anyVisit, pageVisit, type PageVisit } from "./visit.ts";

export interface HostedPageDeps extends SubmitCardDeps, LogoDeps {
  readonly address: PublicAddress;
}

type Page = (deps: HostedPageDeps, visit: PageVisit, request: ApiRequest) => Promise<Answer>;

const RETRY_AFTER_S = "2";

/** Everything a payer's browser asks for. Files stand first, because their paths have as many parts as a page's. */
export function hostedPageRoutes(deps: HostedPageDeps): readonly OpenRoute[] {
  const open = { access: "open" } as const;
  return [
    { ...open, method: "GET", template: "/pay/assets/{file}", handle: asset },
    { ...open, method: "GET", template: "/pay/logos/{sha256}", handle: (request) => logo(deps, request) },
    { ...open, method: "GET", template: PAGE, handle: pageOf(deps, "form", showPage) },
    {
      ...open,
      method: "POST",
      template: PAGE,
      handle: pageOf(deps, "form", submitCard),
      unreadable: (request) => unreadableForm(deps, request),
    },
    { ...open, method: "GET", template: `${PAGE}/status`, handle: pageOf(deps, "status", showStatus) },
    {
      ...open,
      method: "GET",
      template: `${PAGE}/cancelled`,
      handle: pageOf(deps, "cancelled", showCancelled),
    },
    ...(["/pay", "/pay/*"] as const).flatMap((template) => cutLinks(deps, template)),
  ];
}

/** Links that lost a part on their way to the payer lead to paths that are none of ours. */
function cutLinks(deps: HostedPageDeps, template: string): readonly OpenRoute[] {
  const handle = async (request: ApiRequest): Promise<Answer> => unknown(deps, request);
  const route = {
    access: "open",
    template,
    handle,
    unreadable: (request: ApiRequest): Answer => unknown(deps, request),
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
function pageOf(deps: HostedPageDeps, name: "form" | "status" | "cancelled", page: Page) {
  return async (request: ApiRequest): Promise<Answer> => {
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

function unreadableForm(deps: HostedPageDeps, request: ApiRequest): Answer {
  const visit = pageVisit(deps, request, "form");
  return visit === null ? unknown(deps, request) : pageAnswer(visit, 400, unreadable(visit));
}

function unknown({ address }: HostedPageDeps, request: ApiRequest): Answer {
  const visit = anyVisit(address, request, "");
  return pageAnswer(visit, 404, unknownLink(visit));
}
