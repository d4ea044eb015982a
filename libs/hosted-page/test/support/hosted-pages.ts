import type { IncomingHttpHeaders } from "node:http";
import { createEncryptor } from "@flowlix/cards";
import type { Params, paymentsContract, Payment, Result } from "@flowlix/contracts";
import { hostedPageRoutes, type Branding } from "@flowlix/hosted-page";
import { createPageTokens } from "@flowlix/page-links";
import { DomainError, queryOf } from "@flowlix/runtime";
import { testKeyRing } from "@flowlix/testkit";
import type { BytesAnswer, PageAnswer, PageRequest, PageRoute } from "../../src/http.ts";
import type { LogoImage } from "../../src/logo-image.ts";
import type { PageState } from "../../src/page-data.ts";
import { PAGE_TEMPLATE } from "../../src/page-url.ts";

export type Submitted = Params<typeof paymentsContract, "submitPage">;
type Returned = Result<typeof paymentsContract, "completeAuthentication">;

export const PAGE_KEY = { id: "page1", key: Buffer.alloc(32, 7) };
const TOKEN_KEYS = { active: PAGE_KEY, all: [PAGE_KEY] };
export const pageTokens = createPageTokens(TOKEN_KEYS, "page");
export const formTokens = createPageTokens(TOKEN_KEYS, "form");
export const PAGE_ID = `pay_${"h".repeat(24)}`;
export const MERCHANT_ID = `mer_${"m".repeat(24)}`;
/** In the middle of 2026. */
export const NOW_MS = Date.UTC(2026, 5, 15);

const CREATED_AT = 1_700_000_000;

/** A Payment that waits for its payer. */
const WAITING: Payment = {
  id: PAGE_ID,
  amount: 4999,
  currency: "EUR",
  status: "REQUIRES_ACTION",
  integration_type: "HOSTED_PAYMENT_PAGE",
  payment_method: null,
  merchant_reference: null,
  description: null,
  billing_details: null,
  failure_code: null,
  failure_message: null,
  amount_refunded: 0,
  amount_refundable: 0,
  refunds: [],
  status_transitions: {
    requires_action_at: CREATED_AT,
    processing_at: null,
    succeeded_at: null,
    failed_at: null,
    expired_at: null,
  },
  created_at: CREATED_AT,
  livemode: false,
  next_action: {
    type: "redirect",
    reason: "hosted_payment_page",
    redirect_url: "https://pay.example/pay/x/{page_token:page1}",
  },
};

/** A form that waits for a card, but for what a test changes. */
export const pageState = (changes: Partial<PageState> = {}, payment: Partial<Payment> = {}): PageState => ({
  scope: { merchant_id: MERCHANT_ID, livemode: false },
  payment: { ...WAITING, ...payment },
  return_url: "https://shop.example/return?cart=7",
  customer_ip_address: null,
  now_ms: NOW_MS,
  stage: "form",
  form_closed_until_ms: null,
  expires_at_ms: NOW_MS + 3_600_000,
  card_tried: false,
  ...changes,
});

/** An answer as a browser reads it. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Sent {
  readonly query?: string;
  readonly headers?: IncomingHttpHeaders;
  readonly body?: string;
}

/** The pages of one hosted Payment, whose state a test sets. */
export interface PageUnderTest {
  readonly submitted: Submitted[];
  readonly refused: string[];
  /** Whether the provider was to be looked at, reading by reading. */
  readonly looks: boolean[];
  /** What operators are told of. */
  readonly failures: unknown[];
  set(changes?: Partial<PageState>, payment?: Partial<Payment>): void;
  /** What each action of the owner answers, or rejects with, from now on. */
  onSubmit(answer: () => Promise<Result<typeof paymentsContract, "submitPage">>): void;
  onRefuse(answer: () => Promise<Result<typeof paymentsContract, "refusePage">>): void;
  onRead(answer: () => Promise<PageState>): void;
  onReturn(
    answer: (params: Params<typeof paymentsContract, "completeAuthentication">) => Promise<Returned>,
  ): void;
  /** Any route, by its method and template. */
  ask(route: string, params: Readonly<Record<string, string | null>>, sent?: Sent): Promise<Reply>;
  /** A form whose body the server did not read. */
  unread(headers?: IncomingHttpHeaders): Reply;
  get(path?: string, headers?: IncomingHttpHeaders): Promise<Reply>;
  post(
    fields: Readonly<Record<string, string>>,
    headers?: IncomingHttpHeaders,
    query?: string,
  ): Promise<Reply>;
}

export interface PageOptions {
  readonly publicUrl?: string;
  readonly requestDeadlineMs?: number;
  readonly brand?: Partial<Branding>;
  readonly logos?: ReadonlyMap<string, LogoImage>;
  /** Whether one more submit is let in. */
  readonly admits?: () => boolean;
}

/** The page of the surrounding `describe`: a form that waits, anew before each test. */
export function withPage(options: PageOptions = {}): PageUnderTest {
  const { page, routes } = pageOf(options);
  const ask: PageUnderTest["ask"] = async (name, params, sent) =>
    replyOf(await routeOf(routes, name).handle(requestOf(params, sent)));
  const params = { payment_id: PAGE_ID, token: pageTokens.tokenFor(PAGE_ID) };
  const form = { "content-type": "application/x-www-form-urlencoded" };
  beforeEach(() => page.set());
  return {
    ...page,
    ask,
    unread: (headers = {}) => {
      const { unreadable } = routeOf(routes, `POST ${PAGE_TEMPLATE}`);
      if (unreadable === undefined) throw new Error("the form answers for no body that is not read");
      return replyOf(unreadable(requestOf(params, { headers: { ...form, ...headers } })));
    },
    get: (path = "", headers = {}) =>
      ask(`GET ${PAGE_TEMPLATE}${path.split("?", 1)[0]}`, params, { query: queryOf(path), headers }),
    post: (fields, headers = {}, query = "") =>
      ask(`POST ${PAGE_TEMPLATE}`, params, {
        query: queryOf(query),
        headers: { ...form, ...headers },
        body: new URLSearchParams(fields).toString(),
      }),
  };
}

const requestOf = (
  params: PageRequest["params"],
  { query = "", headers = {}, body = "" }: Sent = {},
): PageRequest => ({
  requestId: "req_1",
  params,
  query,
  headers,
  body: Buffer.from(body),
  remoteAddress: "127.0.0.1",
  deadline: { remainingMs: () => 1_000 },
});

const replyOf = ({ status, body, contentType, headers }: PageAnswer | BytesAnswer): Reply => ({
  status,
  headers: new Headers({ ...headers, "content-type": contentType }),
  text: body.toString(),
});

function routeOf(routes: readonly PageRoute[], name: string): PageRoute {
  const found = routes.find(({ method, template }) => `${method} ${template}` === name);
  if (found === undefined) throw new Error(`there is no route ${name}`);
  return found;
}

type Scripted = Omit<PageUnderTest, "ask" | "unread" | "get" | "post">;

function pageOf({ publicUrl = "https://pay.example", ...options }: PageOptions): {
  readonly page: Scripted;
  readonly routes: readonly PageRoute[];
} {
  let state = pageState();
  const script = defaults();
  const page: Scripted = {
    submitted: [],
    refused: [],
    looks: [],
    failures: [],
    set: (changes = {}, payment = {}) => {
      state = pageState(changes, payment);
      Object.assign(script, defaults());
      for (const list of [page.submitted, page.refused, page.looks, page.failures]) list.length = 0;
    },
    onSubmit: (answer) => void (script.submit = answer),
    onRefuse: (answer) => void (script.refuse = answer),
    onRead: (answer) => void (script.read = answer),
    onReturn: (answer) => void (script.back = answer),
  };
  const payments = {
    readPage: async ({ payment_id: id, look }: { readonly payment_id: string; readonly look: boolean }) => {
      if (id !== PAGE_ID) throw new DomainError("object_not_found");
      page.looks.push(look);
      return script.read?.() ?? state;
    },
    submitPage: async (params: Submitted) => {
      page.submitted.push(params);
      return script.submit();
    },
    refusePage: async ({ payment_id: id }: { readonly payment_id: string }) => {
      page.refused.push(id);
      return script.refuse();
    },
    completeAuthentication: async (params: Params<typeof paymentsContract, "completeAuthentication">) =>
      script.back(params),
  };
  const routes = hostedPageRoutes({
    payments,
    publicUrl,
    returnParameters: ["redirectResult"],
    tokenKeys: TOKEN_KEYS,
    encryptor: createEncryptor(testKeyRing("card1"), "card"),
    requestDeadlineMs: options.requestDeadlineMs ?? 1_000,
    submits: {
      run: async (_template, work) => {
        if (options.admits?.() === false) throw new DomainError("service_unavailable");
        return work();
      },
    },
    readBranding: async () => ({ name: "Shop", colour: null, logoSha256: null, ...options.brand }),
    readLogo: async (sha256) => options.logos?.get(sha256) ?? null,
    clientAddress: ({ remoteAddress }) => remoteAddress,
    onPageFailure: (error) => void page.failures.push(error),
  });
  return { page, routes };
}

interface Script {
  read: (() => Promise<PageState>) | null;
  submit: Parameters<PageUnderTest["onSubmit"]>[0];
  refuse: Parameters<PageUnderTest["onRefuse"]>[0];
  back: Parameters<PageUnderTest["onReturn"]>[0];
}

const defaults = (): Script => ({
  read: null,
  submit: async () => ({ result: "settled" }),
  refuse: async () => ({ form_closed_until_ms: null }),
  back: () => Promise.reject(new DomainError("object_not_found")),
});

/** Where a browser ends that is sent on: the first answer that sends it nowhere. */
export async function followed(page: PageUnderTest, answer: Reply): Promise<Reply> {
  const location = answer.headers.get("location");
  if (location === null) return answer;
  const form = `/pay/${PAGE_ID}/${pageTokens.tokenFor(PAGE_ID)}`;
  if (!location.startsWith(form)) throw new Error(`it leads away, to ${location}`);
  return followed(page, await page.get(location.slice(form.length)));
}

export const stateOf = ({ text }: Pick<Reply, "text">): string | undefined =>
  /<main[^>]* data-state="([a-z]+)"/.exec(text)?.[1];

/** A card that every check lets pass. */
export const goodCard = () => ({
  "form-token": formTokens.tokenFor(PAGE_ID),
  "card-number": "4111 1111 1111 1111",
  "card-expiry": "12/34",
  "card-cvc": "123",
  "card-name": "Ada Lovelace",
});
