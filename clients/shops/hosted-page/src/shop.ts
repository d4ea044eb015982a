import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { isFlowlixError } from "@flowlix/client";
import type { Checkout } from "./checkout.ts";
import { PRODUCTS, type Order, type Orders } from "./orders.ts";
import { orderPage, page, payForm, productsPage, STYLE } from "./pages.ts";
import { bytesOf } from "./webhooks.ts";

const FORM_BYTES_MAX = 1_000;
const UUID = /^[0-9a-f-]{36}$/;

interface Reply {
  readonly status?: number;
  /** Where the browser goes on to, instead of a page. */
  readonly to?: string | undefined;
  readonly html?: string;
  readonly css?: string;
}

/** The shop's pages. `url` is its own address, without a slash at its end. */
export function shop(url: string, orders: Orders, checkout: Checkout): RequestListener {
  const pathOf = (order: Order) => `/orders/${order.id}`;
  const goAndPay = async (order: Order): Promise<Reply> => {
    try {
      return { to: (await checkout.pay(order, url + pathOf(order))) ?? pathOf(order) };
    } catch (error) {
      return failure(error, payForm(order, "Try again"));
    }
  };

  async function replyTo(request: IncomingMessage, customer: string): Promise<Reply> {
    const { pathname } = new URL(request.url ?? "/", url);
    const route = `${request.method} ${pathname}`;
    if (route === "GET /") return { html: productsPage() };
    if (route === "GET /style.css") return { css: STYLE };
    if (route === "POST /orders") {
      const chosen = new URLSearchParams(String(await bytesOf(request, FORM_BYTES_MAX))).get("product");
      const product = PRODUCTS.find(({ id }) => id === chosen);
      return product === undefined ? NOT_FOUND : goAndPay(orders.place(customer, product));
    }
    const [, method, id = "", action] = /^(GET|POST) \/orders\/([^/]+)(\/pay)?$/.exec(route) ?? [];
    const order = orders.find(id);
    // An order is shown to its customer only.
    if (order === undefined || order.customer !== customer) return NOT_FOUND;
    if (method === "POST" && action !== undefined) return goAndPay(order);
    return method === "GET" ? { html: orderPage(order, await checkout.read(order)) } : NOT_FOUND;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const customer = customerOf(request);
    const { status, to, html, css } = await replyTo(request, customer).catch((error: unknown) =>
      failure(error),
    );
    response.writeHead(status ?? (to === undefined ? 200 : 303), {
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      "content-type": `text/${css === undefined ? "html" : "css"}; charset=utf-8`,
      "referrer-policy": "no-referrer",
      "set-cookie": `customer=${customer}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=31536000`,
      ...(to === undefined ? {} : { location: to }),
    });
    response.end(css ?? html);
  }
  return (request, response) => void answer(request, response);
}

const NOT_FOUND: Reply = { status: 404, html: page("Not found", "") };

function failure(error: unknown, wayOut = ""): Reply {
  const what = isFlowlixError(error) ? `${error.code}: ${error.message}` : String(error);
  process.stderr.write(`${what}\n`);
  return {
    status: 502,
    html: page("Please try again later", `<p>The payment service did not answer.</p>${wayOut}`),
  };
}

/** Stable, and says nothing about the person. Your shop has its customers' accounts for that. */
function customerOf({ headers }: IncomingMessage): string {
  const [, known = ""] = /(?:^|; )customer=([^;]+)/.exec(headers.cookie ?? "") ?? [];
  return UUID.test(known) ? known : randomUUID();
}
