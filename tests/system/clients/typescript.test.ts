import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  Flowlix,
  isFlowlixError,
  verifyWebhook,
  type Event,
  type FlowlixError,
  type PaymentCreate,
} from "@flowlix/client";
import { guardedFolder, startReceiver, waitFor, type HttpReceiver } from "@flowlix/testkit";
import { expect } from "chai";
import { FIRST_PAYMENT } from "../../../services/standalone/src/banner.ts";
import { IN_PROCESS, TEST_TIMEOUT_MS, withPlatform } from "../e2e/support/platform.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const README = readFileSync(join(ROOT, "clients/typescript/README.md"), "utf8");

const payment = (amount: number, changes: Partial<PaymentCreate> = {}): PaymentCreate => ({
  ...FIRST_PAYMENT,
  amount,
  ...changes,
});

async function errorOf(work: Promise<unknown>): Promise<FlowlixError> {
  try {
    await work;
  } catch (error) {
    if (isFlowlixError(error)) return error;
    throw error;
  }
  throw new Error("it did not fail");
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** Passes requests on, and drops so many answers of POSTs. */
async function droppingProxy(
  target: string,
  drops: number,
): Promise<{ url: string; keys: string[]; server: Server }> {
  const keys: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const onward = request(`${target}${url}`, { method, headers, agent: false }, (answer) => {
      if (method === "POST" && keys.push(String(headers["idempotency-key"])) <= drops) {
        answer.resume().once("end", () => incoming.socket.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => incoming.socket.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`, keys, server };
}

describe("the TypeScript client against an installation", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const platform = withPlatform(IN_PROCESS);
  const settings = () => {
    const { publicUrl: url, apiKey: key } = platform().installation();
    return { url, key };
  };
  let client: Flowlix;
  before(() => (client = new Flowlix(settings())));

  it("shows each outcome of a Payment as the amount orders it", async () => {
    expect(await client.payments.create(payment(4999))).to.include({ status: "SUCCEEDED", livemode: false });
    expect(await client.payments.create(payment(100_051))).to.include({
      status: "FAILED",
      failure_code: "insufficient_funds",
    });
    const challenged = await client.payments.create(payment(103_000));
    expect(challenged.status).to.equal("REQUIRES_ACTION");
    expect(challenged.next_action?.redirect_url).to.match(/^http/);
    const options = { deadlineMs: 0 };
    expect(await errorOf(client.payments.create(payment(105_029), options))).to.include({
      code: "rate_limit_exceeded",
      status: 429,
      retryAfterMs: 1000,
      outcomeUnknown: false,
    });
    expect(await errorOf(client.payments.create(payment(105_003), options))).to.include({
      code: "service_unavailable",
      status: 503,
    });
    // Repeated with its key, the answer that could not be read becomes the Payment.
    const { id } = await client.payments.create(payment(105_002));
    const closed = await waitFor("the Payment to be closed", async () => {
      const read = await client.payments.get(id);
      return read.status === "FAILED" && read;
    });
    expect(closed.failure_code).to.equal("processor_error");
  });

  it("charges once where two answers are lost: the third request has the same key", async () => {
    const proxy = await droppingProxy(settings().url, 2);
    try {
      const impatient = new Flowlix({ ...settings(), url: proxy.url });
      const made = await impatient.payments.create(payment(4321, { merchant_customer_id: "lost-answers" }));
      expect(made.status).to.equal("SUCCEEDED");
      expect(proxy.keys).to.have.lengthOf(3);
      expect(new Set(proxy.keys).size).to.equal(1);
      expect(await platform().acquirer.charges(made.id)).to.equal(1);
      const same = (await all(client.payments.each({ amount: { gte: 4321, lte: 4321 } }))).map(
        ({ id }) => id,
      );
      expect(same).to.deep.equal([made.id]);
    } finally {
      proxy.server.closeAllConnections();
      proxy.server.close();
    }
  });

  it("refunds, pays out, and waits for both ends", async () => {
    const { id } = await client.payments.create(payment(5000));
    const refund = await client.refunds.create({ payment_id: id, amount: 1200, reason: "returned" });
    expect(await client.refunds.wait(refund.id)).to.include({ status: "SUCCEEDED", amount: 1200 });
    expect((await client.payments.get(id)).amount_refunded).to.equal(1200);
    expect(await all(client.refunds.each({ payment_id: id }))).to.have.lengthOf(1);
    const over = await errorOf(client.refunds.create({ payment_id: id, amount: 5000, reason: "returned" }));
    expect(over).to.include({ code: "amount_exceeds_refundable", param: "amount", status: 422 });
  });

  it("goes through a list of several pages, from newer to older and back", async () => {
    const customer = { merchant_customer_id: "pages" };
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1)
      ids.push((await client.payments.create(payment(7_777, customer))).id);
    const query = { amount: { gte: 7_777, lte: 7_777 }, limit: 2 };
    const listed = await all(client.payments.each(query));
    expect(listed.map((one) => one.id)).to.deep.equal(ids.toReversed());
    const oldest = ids[0];
    if (oldest === undefined) throw new Error("no Payment was made");
    await waitFor("the newer ones", async () => {
      const newer = await all(client.payments.each({ ...query, ending_before: oldest }));
      return newer.map((one) => one.id).join() === ids.slice(1).join();
    });
  });

  it("verifies an event that was really delivered, and with the rolled secret", async () => {
    const receiver = await startReceiver();
    const { webhookEndpoints } = client;
    const made = await webhookEndpoints.create({
      url: `${receiver.url}/`,
      enabled_events: ["payment.succeeded"],
    });
    try {
      await client.payments.create(payment(8_888));
      const first = await eventOf(receiver, 0, made.secret);
      expect(first.type === "payment.succeeded" && first.data.payment.amount).to.equal(8_888);
      const rolled = await webhookEndpoints.rollSecret(made.id);
      await client.events.resend(first.id);
      expect(await eventOf(receiver, 1, rolled.secret)).to.deep.equal(first);
      expect(await eventOf(receiver, 1, made.secret)).to.deep.equal(first);
      expect(await client.events.get(first.id)).to.deep.equal(first);
    } finally {
      await webhookEndpoints.remove(made.id);
      await receiver.close();
    }
  });

  it("runs the samples of its README as they stand", async () => {
    const folder = guardedFolder("client-readme");
    try {
      const modules = join(folder.path, "node_modules/@flowlix");
      mkdirSync(modules, { recursive: true });
      symlinkSync(join(ROOT, "clients/typescript"), join(modules, "client"));
      writeFileSync(join(folder.path, "samples.ts"), samplesOf(README, "```ts\n").join("\n"));
      const { url, key } = settings();
      const env = { ...process.env, FLOWLIX_URL: url, FLOWLIX_KEY: key };
      const lines = (await printed(join(folder.path, "samples.ts"), env)).split("\n");
      expect(lines.slice(0, 3)).to.deep.equal(["SUCCEEDED", "SUCCEEDED", "SUCCEEDED"]);
      expect(lines.at(-2)).to.match(/^amount req_\w+$/);
    } finally {
      await folder.remove();
    }
  });
});

async function eventOf(receiver: HttpReceiver, index: number, secret: string): Promise<Event> {
  const received = await receiver.received(index + 1);
  const delivery = received[index];
  if (delivery === undefined) throw new Error("nothing was delivered");
  return verifyWebhook({ body: delivery.body, headers: delivery.headers, secret });
}

const samplesOf = (page: string, fence: string): string[] =>
  page
    .split(fence)
    .slice(1)
    .map((part) => part.slice(0, part.indexOf("```")));

function printed(file: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, ["--preserve-symlinks-main", file], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  let complaints = "";
  child.stdout.on("data", (bytes) => (text += String(bytes)));
  child.stderr.on("data", (bytes) => (complaints += String(bytes)));
  return new Promise((resolve, reject) => {
    child.once("close", (code) => (code === 0 ? resolve(text) : reject(new Error(complaints))));
  });
}
