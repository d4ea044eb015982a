import { fastify } from "fastify";
import { connect } from "nats";

// Usage: node bare-gateway.ts NATS_URL PORT
// A gateway without a product: one HTTP request, one NATS request, the answer.

const [natsUrl = "", port = "0"] = process.argv.slice(2);
const nats = await connect({ servers: natsUrl });
const app = fastify({ logger: false });

app.post("/v1/payments", async (request, reply) => {
  const answer = await nats.request("baseline.payments", JSON.stringify(request.body), { timeout: 25_000 });
  return reply.code(201).header("content-type", "application/json").send(answer.string());
});

process.once("SIGTERM", () => {
  void app.close().then(() => nats.close());
});
await app.listen({ host: "127.0.0.1", port: Number(port) });
