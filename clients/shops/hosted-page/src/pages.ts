import type { Payment } from "@flowlix/client";
import { PRODUCTS, type Order } from "./orders.ts";

export const STYLE = `
  body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 3rem auto; padding: 0 1rem;
    color: #1c2733; background: #fff; }
  li { display: flex; gap: 1rem; justify-content: space-between; align-items: center; padding: .5rem 0; }
  ul { list-style: none; padding: 0; }
  nav { margin-top: 1.5rem; }
  button { font: inherit; padding: .5rem 1rem; border: 0; border-radius: .4rem; color: #fff; background: #1d3b5c; }
  small { display: block; color: #4a5a6a; }
  @media (prefers-color-scheme: dark) {
    body { color: #e6ebf0; background: #14191f; } small, a { color: #b3c0cd; } button { background: #3a6ea5; }
  }
`;

export const productsPage = (): string =>
  page(
    "The shop",
    `<ul>${PRODUCTS.map(
      ({
        id,
        name,
        hint,
        amount,
      }) => `<li><span>${text(name)}, ${euros(amount)}<small>${text(hint)}</small></span>
        <form method="post" action="/orders"><button name="product" value="${id}"
        aria-label="Buy ${text(name)}">Buy</button></form></li>`,
    ).join("")}</ul>
    <p>Nothing is charged in Sandbox, and the price decides what happens. Pay with 4111 1111 1111 1111, any date to
    come and any code.</p>`,
  );

/** What has become of an order, as far as its Payment says; it looks again by itself while that may change. */
export function orderPage(order: Order, payment: Payment | undefined): string {
  const { name, amount } = order.product;
  const what = `<p>${text(name)}, ${euros(amount)}.</p>`;
  switch (payment?.status) {
    case "SUCCEEDED":
      return page("Paid. Thank you!", `${what}<p>Your order is on its way.</p>`);
    case "PENDING":
    case "PROCESSING":
      return page(
        "One moment",
        `${what}<p>We are waiting for your bank. This page looks again by itself.</p>`,
        2,
      );
    case "FAILED":
    case "EXPIRED":
      return page(
        "Not paid",
        `${what}<p>Nothing was charged. Another card may work.</p>${payForm(order, "Pay again")}`,
      );
    default:
      return page("Not paid yet", `${what}${payForm(order, "Pay now")}`);
  }
}

/** Leads to the order's Payment as long as that can be paid, and then to a new one. */
export const payForm = ({ id }: Order, label: string): string =>
  `<form method="post" action="/orders/${id}/pay"><button>${label}</button></form>`;

/** `html` is ours, or went through `text`. */
export function page(title: string, html: string, refreshS?: number): string {
  const refresh = refreshS === undefined ? "" : `<meta http-equiv="refresh" content="${refreshS}">`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">${refresh}
    <meta name="viewport" content="width=device-width"><title>${text(title)}</title>
    <link rel="stylesheet" href="/style.css"></head>
    <body><main><h1>${text(title)}</h1>${html}</main><nav><a href="/">All products</a></nav></body></html>`;
}

const text = (value: string): string => value.replaceAll(/[&<>"']/g, (one) => `&#${one.codePointAt(0)};`);

const euros = (amount: number): string =>
  new Intl.NumberFormat("en", { style: "currency", currency: "EUR" }).format(amount / 100);
