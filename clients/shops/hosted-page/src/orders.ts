import { randomUUID } from "node:crypto";

export interface Product {
  readonly id: string;
  readonly name: string;
  /** What happens in Sandbox. */
  readonly hint: string;
  /** In minor units, of EUR. In Sandbox it decides the outcome. */
  readonly amount: number;
}

export const PRODUCTS: readonly Product[] = [
  { id: "print", name: "A print of the harbour", hint: "is paid at once", amount: 4_999 },
  { id: "lamp", name: "A lamp", hint: "is declined", amount: 100_051 },
  { id: "chair", name: "A chair", hint: "the bank asks", amount: 103_000 },
];

export interface Order {
  readonly id: string;
  /** Your own name for the customer, the same for all their orders. */
  readonly customer: string;
  readonly product: Product;
  /** Its Payments, the newest last. A next one begins only when the one before can take no money any more. */
  readonly payments: string[];
  /** The Payment that paid it. */
  paidBy?: string;
}

/** In memory, so that the example needs no database: a stop forgets them. In your shop each is a row. */
export class Orders {
  readonly #byId = new Map<string, Order>();

  place(customer: string, product: Product): Order {
    const order: Order = { id: randomUUID(), customer, product, payments: [] };
    this.#byId.set(order.id, order);
    return order;
  }

  find(id: string): Order | undefined {
    return this.#byId.get(id);
  }

  ofPayment(paymentId: string): Order | undefined {
    return [...this.#byId.values()].find(({ payments }) => payments.includes(paymentId));
  }

  /** Whether this call was the one that did it: `update … set paid_by = $2 where id = $1 and paid_by is null`. */
  markPaid(order: Order, paymentId: string): boolean {
    if (order.paidBy !== undefined) return false;
    order.paidBy = paymentId;
    return true;
  }
}
