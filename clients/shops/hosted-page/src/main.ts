import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { Flowlix } from "@flowlix/client";
import { selfSigned } from "./certificate.ts";
import { Checkout } from "./checkout.ts";
import { Orders } from "./orders.ts";
import { shop } from "./shop.ts";
import { receiver, register } from "./webhooks.ts";

/** The shop is on it, and its webhooks on the next one; 0 for any two that are free. */
const PORT = Number(process.env["SHOP_PORT"] ?? 4443);
const HOST = "127.0.0.1";

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, HOST);
  await once(server, "listening").catch((error: unknown) => {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    throw isTaken ? new Error(`Port ${port} is taken: set SHOP_PORT to another one.`) : error;
  });
  return portOf(server.address());
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("a server without a port");
  return address.port;
}

async function start(): Promise<void> {
  const client = new Flowlix(); // of FLOWLIX_URL and FLOWLIX_KEY
  const orders = new Orders();
  const checkout = new Checkout(client, orders, ({ id, product }) => {
    process.stdout.write(`Order ${id} is paid: send ${product.name}.\n`);
  });

  const pages = createHttpsServer(selfSigned());
  const url = `https://${HOST}:${await listen(pages, PORT)}`;
  pages.on("request", shop(url, orders, checkout));

  const webhooks = createServer();
  const webhookUrl = `http://${HOST}:${await listen(webhooks, PORT === 0 ? 0 : PORT + 1)}/`;
  // Of an endpoint or `flowlix listen` that somebody else looks after, such as where the platform cannot reach this
  // machine.
  const given = process.env["WEBHOOK_SECRET"];
  // Listened for before there is an endpoint, so that no signal leaves it behind.
  const ended = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  const endpoint = given === undefined ? await register(client, webhookUrl) : { id: "", secret: given };
  webhooks.on(
    "request",
    receiver(endpoint.secret, (event) => {
      if (event.type === "payment.succeeded") checkout.settle(event.data.payment);
    }),
  );

  process.stdout.write(`
  The shop is open at ${url}/
  Your browser warns of it once: the shop has made its certificate itself. Webhooks come to ${webhookUrl}${
    given === undefined
      ? ""
      : "\n  if you send them there: WEBHOOK_SECRET is set, so no endpoint was registered."
  }
  Stop with Ctrl-C.

`);
  await ended;
  if (endpoint.id !== "") await client.webhookEndpoints.remove(endpoint.id, { deadlineMs: 0 });
}

try {
  await start();
  process.exit(0);
} catch (error) {
  // The client says in words what is missing or refused, and repeats no key.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
