// Receives webhooks with nothing but Node:  WEBHOOK_SECRET=whsec_… PORT=8080 node receiver.mjs
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const { WEBHOOK_SECRET: secret = "", PORT: port = "8080" } = process.env;
const TOLERANCE_SECONDS = 300;
const BYTES_MAX = 2 << 20;

/** Null where `Flowlix-Signature` is that of this secret over these bytes, made within five minutes; else why not. */
export function whyRefused(header, rawBody, key = secret) {
  const parts = (header ?? "").split(",").map((part) => part.trim().split(/=(.*)/s));
  const time = parts.find(([name]) => name === "t")?.[1] ?? "";
  if (!/^[0-9]{1,12}$/.test(time)) return "no Flowlix-Signature with a time";
  if (Math.abs(Date.now() / 1000 - Number(time)) > TOLERANCE_SECONDS)
    return "too old: not signed within five minutes of this clock";
  const expected = createHmac("sha256", key).update(`${time}.`).update(rawBody).digest("hex");
  // While a secret is being rolled there are several signatures: one that is right is enough.
  const isGenuine = parts
    .filter(([name]) => name === "v1")
    .map(([, hex = ""]) => Buffer.from(hex))
    .some((given) => given.length === expected.length && timingSafeEqual(given, Buffer.from(expected)));
  return isGenuine ? null : "bad signature: another secret, or not the bytes as they came";
}

/** What the answer says: it stands in the list of deliveries and in the workbench. */
class Refusal extends Error {}

const seen = new Set(); // In your database: a table whose primary key is the event's id.

async function receive(request, response) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    if ((bytes += chunk.length) > BYTES_MAX) throw new Refusal("too long");
    chunks.push(chunk);
  }
  const rawBody = Buffer.concat(chunks);
  const why = whyRefused(request.headers["flowlix-signature"], rawBody);
  if (why !== null) throw new Refusal(why);
  const { id, type } = JSON.parse(rawBody.toString("utf8"));
  if (![id, type].every((text) => typeof text === "string" && text !== "")) throw new Refusal("no event");
  if (!seen.has(id)) {
    seen.add(id); // Keep the event, answer, and work on it afterwards.
    console.log(`${id} ${type}`);
  }
  response.writeHead(204).end();
}

// A request that was cut off is an error too: none of them may end the process.
const server = createServer((request, response) => {
  receive(request, response).catch((error) => {
    const why = error instanceof Refusal ? error.message : "no event";
    response.writeHead(400, { connection: "close", "content-type": "text/plain" }).end(`${why}\n`);
  });
});
server.listen(Number(port), "127.0.0.1", () => console.log(`listening on ${server.address().port}`));
