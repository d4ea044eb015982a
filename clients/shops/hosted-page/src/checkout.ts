import type { Flowlix, Payment } from "@flowlix/client";
import type { Order, Orders } from "./orders.ts";

/** A customer waits for the answer: after that time they are asked to try again, which is safe. */
const PATIENCE = { deadlineMs: 20_000 };

/** The way of an order to its money. Everything that learns of a Payment ends in `settle`. */
export class Checkout {
  readonly #client: Flowlix;
  readonly #orders: Orders;
  readonly #fulfil: (order: Order) => void;

  /** `fulfil` is called once for an order, however often and by whom it is told that it is paid. */
  constructor(client: Flowlix, orders: Orders, fulfil: (order: Order) => void) {
    this.#client = client;
    this.#orders = orders;
    this.#fulfil = fulfil;
  }

  /**
   * Where the customer pays, or undefined where there is nothing to pay now. `returnUrl` is where they come back to.
   */
  async pay(order: Order, returnUrl: string): Promise<string | undefined> {
    // Before the read: of two clicks the slower one would else count the faster one's Payment, and make another.
    const attempt = order.payments.length + 1;
    const last = await this.read(order);
    // The page of a Payment that is still open can be opened again, as after a cancel: a second one could charge twice.
    if (last !== undefined && !isOver(last)) return last.next_action?.redirect_url;
    const payment = await this.#client.payments.createHosted(
      {
        amount: order.product.amount,
        currency: "EUR",
        description: order.product.name,
        merchant_customer_id: order.customer,
        return_url: returnUrl,
      },
      // The order and the number of the try: a double click, or a create whose answer was lost, makes no second one.
      { ...PATIENCE, idempotencyKey: `${order.id}-${attempt}` },
    );
    if (!order.payments.includes(payment.id)) order.payments.push(payment.id);
    return payment.next_action?.redirect_url;
  }

  /** The order's newest Payment as it is now. What is on the return URL is a hint that anybody can write. */
  async read(order: Order): Promise<Payment | undefined> {
    const id = order.paidBy ?? order.payments.at(-1);
    if (id === undefined) return undefined;
    const payment = await this.#client.payments.get(id, PATIENCE);
    this.settle(payment);
    return payment;
  }

  /** Marks an order as paid, at most once: a webhook, its repeat and the return page can all tell of it. */
  settle(payment: Payment): void {
    const order = this.#orders.ofPayment(payment.id);
    if (order === undefined || payment.status !== "SUCCEEDED") return;
    if (this.#orders.markPaid(order, payment.id)) this.#fulfil(order);
  }
}

const isOver = ({ status }: Payment): boolean => status === "FAILED" || status === "EXPIRED";
