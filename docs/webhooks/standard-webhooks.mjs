// Receives webhooks with the library of Standard Webhooks (npm install standardwebhooks):
//   WEBHOOK_SECRET=whsec_… PORT=8080 node standard-webhooks.mjs
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const { WEBHOOK_SECRET: secret = "", PORT: port = "8080" } = process.env;
const webhook = new Webhook(secret);
const seen = new Set(); // In your database: a table whose primary key is the event's id.

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  let event;
  try {
    event = webhook.verify(Buffer.concat(chunks), request.headers);
  } catch {
    return void response.writeHead(400).end();
  }
  if (!seen.has(event.id)) {
    seen.add(event.id); // Keep the event, answer, and work on it afterwards.
    console.log(`${event.id} ${event.type}`);
  }
  response.writeHead(204).end();
});
server.listen(Number(port), "127.0.0.1", () => console.log(`listening on ${server.address().port}`));
