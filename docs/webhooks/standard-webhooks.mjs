// Receives webhooks with the library of Standard Webhooks (npm install standardwebhooks):
//   WEBHOOK_SECRET=whsec_… PORT=8080 node standard-webhooks.mjs
import { createServer } from "node:http";
import { Webhook, WebhookVerificationError } from "standardwebhooks";

const { WEBHOOK_SECRET: secret = "", PORT: port = "8080" } = process.env;
const webhook = new Webhook(secret);
const BYTES_MAX = 2 << 20;
const seen = new Set(); // In your database: a table whose primary key is the event's id.

async function receive(request, response) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    if ((bytes += chunk.length) > BYTES_MAX) throw new Error("too long");
    chunks.push(chunk);
  }
  const { id, type } = webhook.verify(Buffer.concat(chunks), request.headers);
  if (![id, type].every((text) => typeof text === "string" && text !== "")) throw new Error("no event");
  if (!seen.has(id)) {
    seen.add(id); // Keep the event, answer, and work on it afterwards.
    console.log(`${id} ${type}`);
  }
  response.writeHead(204).end();
}

// A request that was cut off is an error too: none of them may end the process.
const server = createServer((request, response) => {
  receive(request, response).catch((error) => {
    // The library says what is wrong, and so does the answer: it stands in the list of deliveries.
    const why = error instanceof WebhookVerificationError ? error.message : "no event";
    response.writeHead(400, { connection: "close", "content-type": "text/plain" }).end(`${why}\n`);
  });
});
server.listen(Number(port), "127.0.0.1", () => console.log(`listening on ${server.address().port}`));
