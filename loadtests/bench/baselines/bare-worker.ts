import { randomBytes } from "node:crypto";
import { connect } from "nats";
import { Pool } from "pg";

// Usage: BASELINE_DATABASE_URL=… node bare-worker.ts NATS_URL
// A service without a product: one NATS request, one row, one commit, the answer.

const [natsUrl = ""] = process.argv.slice(2);
const pool = new Pool({ connectionString: process.env["BASELINE_DATABASE_URL"], max: 16 });
const nats = await connect({ servers: natsUrl });

async function answer(body: string): Promise<string> {
  const request: { readonly amount: number } = JSON.parse(body);
  const id = `pay_${Date.now().toString(36).padStart(9, "0")}${randomBytes(8).toString("hex").slice(0, 15)}`;
  const values = [id, body];
  await pool.query({ name: "insert", text: "insert into baseline.bare (id, body) values ($1, $2)", values });
  return JSON.stringify({ id, amount: request.amount, currency: "EUR", status: "SUCCEEDED" });
}

nats.subscribe("baseline.payments", {
  queue: "baseline",
  callback: (_error, message) => {
    void answer(message.string()).then((text) => message.respond(text));
  },
});

process.once("SIGTERM", () => {
  void nats.close().then(() => pool.end());
});
