import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** All that came, as `GET /report` answers it. */
export interface ReceiverReport {
  readonly received: number;
  /** Payments of whose success a webhook came, each once. */
  readonly payments: readonly string[];
}

/** Reads no more of an event than it must: it shares the processors with what is measured. */
const SUCCEEDED = '"type":"payment.succeeded"';
const PAYMENT_ID = /"payment":\{"id":"(pay_[A-Za-z0-9]{24})"/;

const payments = new Set<string>();
let received = 0;

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = await textOf(request);
  const [, id] = (text.includes(SUCCEEDED) ? PAYMENT_ID.exec(text) : null) ?? [];
  received += 1;
  if (id !== undefined) payments.add(id);
  response.writeHead(204).end();
}

const server = createServer((request, response) => {
  if (request.method !== "GET") {
    void receive(request, response);
    return;
  }
  const report = { received, payments: request.url === "/report" ? [...payments] : payments.size };
  response.end(JSON.stringify(report));
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.argv[2]), "127.0.0.1");
process.once("SIGTERM", () => process.exit(0));
