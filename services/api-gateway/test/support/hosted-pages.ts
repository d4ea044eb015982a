import type { Params, paymentsContract, Payment, Result } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import { createPageTokens } from "../../src/hosted-page/page-token.ts";
import { startGateway, type TestGateway } from "./gateway.ts";
import { request, type ApiAnswer } from "./requests.ts";
import { hostedPaymentOf, scriptedPayments } from "./scripted-payments.ts";

export type PageState = Result<typeof paymentsContract, "readPage">;
export type Submitted = Params<typeof paymentsContract, "submitPage">;

const KEY = { id: "page1", key: Buffer.alloc(32, 7) };
export const pageTokens = createPageTokens({ active: KEY, all: [KEY] });
export const PAGE_ID = `pay_${"h".repeat(24)}`;
/** In the middle of 2026. */
export const NOW_MS = Date.UTC(2026, 5, 15);

/** A form that waits for a card, but for what a test changes. */
export function pageState(changes: Partial<PageState> = {}, payment: Partial<Payment> = {}): PageState {
  const scope = changes.scope ?? { merchant_id: `mer_${"m".repeat(24)}`, livemode: false };
  const born = hostedPaymentOf({
    scope: { ...scope, key_id: `key_${"k".repeat(24)}` },
    payment_id: PAGE_ID,
    start_before: NOW_MS,
    amount: 4999,
    currency: "EUR",
    page_url: "https://pay.example/pay/x/{page_token:page1}",
    customer_ip_address: null,
    merchant_customer_id: "customer-1",
    return_url: "https://shop.example/return?cart=7",
    merchant_reference: null,
    description: null,
    billing_details: null,
  });
  return {
    scope,
    payment: { ...born, ...payment },
    return_url: "https://shop.example/return?cart=7",
    customer_ip_address: null,
    now_ms: NOW_MS,
    stage: "form",
    form_closed_until_ms: null,
    expires_at_ms: NOW_MS + 3_600_000,
    card_tried: false,
    ...changes,
  };
}

/** A gateway in front of one hosted Payment, whose state a test sets. */
export interface PageUnderTest {
  readonly gateway: TestGateway;
  readonly merchantId: string;
  readonly submitted: Submitted[];
  readonly refused: string[];
  /** Whether the provider was to be looked at, reading by reading. */
  readonly looks: boolean[];
  set(changes?: Partial<PageState>, payment?: Partial<Payment>): void;
  /** What submitPage and refusePage answer, or reject with, from now on. */
  onSubmit(answer: () => Promise<Result<typeof paymentsContract, "submitPage">>): void;
  onRefuse(answer: () => Promise<Result<typeof paymentsContract, "refusePage">>): void;
  onRead(answer: () => Promise<PageState>): void;
  get(path?: string, headers?: Record<string, string>): Promise<ApiAnswer>;
  post(fields: Readonly<Record<string, string>>, headers?: Record<string, string>): Promise<ApiAnswer>;
}

async function startPage(env: Readonly<Record<string, string>> = {}): Promise<PageUnderTest> {
  let state = pageState();
  const submitted: Submitted[] = [];
  const refused: string[] = [];
  const looks: boolean[] = [];
  let submit = async (): Promise<Result<typeof paymentsContract, "submitPage">> => ({ result: "settled" });
  let refuse = async (): Promise<Result<typeof paymentsContract, "refusePage">> => ({
    form_closed_until_ms: null,
  });
  let read = async (): Promise<PageState> => state;
  const payments = scriptedPayments({
    readPage: async ({ payment_id: id, look }) => {
      if (id !== PAGE_ID) throw new DomainError("object_not_found");
      looks.push(look);
      return read();
    },
    submitPage: async (params) => {
      submitted.push(params);
      return submit();
    },
    refusePage: async ({ payment_id: id }) => {
      refused.push(id);
      return refuse();
    },
  });
  const key = `page1:${KEY.key.toString("base64")}`;
  const gateway = await startGateway({ payments, env: { PAGE_TOKEN_KEY: key, ...env } });
  const { merchantId } = await gateway.merchant();
  const scope = { merchant_id: merchantId, livemode: false };
  const url = `${gateway.url}/pay/${PAGE_ID}/${pageTokens.tokenFor(PAGE_ID)}`;
  const page: PageUnderTest = {
    gateway,
    merchantId,
    submitted,
    refused,
    looks,
    set: (changes = {}, payment = {}) => {
      state = pageState({ scope, ...changes }, payment);
      read = async () => state;
      submit = async () => ({ result: "settled" });
      refuse = async () => ({ form_closed_until_ms: null });
      for (const list of [submitted, refused, looks]) list.length = 0;
    },
    onSubmit: (answer) => void (submit = answer),
    onRefuse: (answer) => void (refuse = answer),
    onRead: (answer) => void (read = answer),
    get: (path = "", headers = {}) => request(`${url}${path}`, { headers }),
    post: (fields, headers = {}) =>
      request(url, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
        body: new URLSearchParams(fields).toString(),
      }),
  };
  page.set();
  return page;
}

/** The page of the surrounding `describe`: a form that waits, anew before each test. */
export function withPage(env: Readonly<Record<string, string>> = {}): PageUnderTest {
  let started: PageUnderTest | undefined;
  const page = (): PageUnderTest => {
    if (started === undefined) throw new Error("the page is there in tests only");
    return started;
  };
  before(async function () {
    this.timeout(60_000);
    started = await startPage(env);
  });
  after(() => started?.gateway.stop());
  beforeEach(() => page().set());
  return {
    get gateway() {
      return page().gateway;
    },
    get merchantId() {
      return page().merchantId;
    },
    get submitted() {
      return page().submitted;
    },
    get refused() {
      return page().refused;
    },
    get looks() {
      return page().looks;
    },
    set: (...state) => page().set(...state),
    onSubmit: (answer) => page().onSubmit(answer),
    onRefuse: (answer) => page().onRefuse(answer),
    onRead: (answer) => page().onRead(answer),
    get: (...asked) => page().get(...asked),
    post: (...sent) => page().post(...sent),
  };
}

/** Where a browser ends that is sent on: the first answer that sends it nowhere. */
export async function followed(page: PageUnderTest, answer: ApiAnswer): Promise<ApiAnswer> {
  const location = answer.headers.get("location");
  if (location === null) return answer;
  return followed(page, await request(`${page.gateway.url}${location}`));
}

export const stateOf = (answer: ApiAnswer): string | undefined =>
  /<main[^>]* data-state="([a-z]+)"/.exec(answer.text)?.[1];

/** A card that every check lets pass. */
export const goodCard = () => ({
  "form-token": pageTokens.formTokenFor(PAGE_ID),
  "card-number": "4111 1111 1111 1111",
  "card-expiry": "12/34",
  "card-cvc": "123",
  "card-name": "Ada Lovelace",
});
