import { Client } from "pg";
import { IDS_PER_CLIENT, PAYMENT_SHAPED_STATEMENTS } from "./payment-shaped.ts";

// Usage: BASELINE_DATABASE_URL=… node pg-stand-in.ts CLIENTS SECONDS; prints how many payments it made.
// Stands in for pgbench where the machine has none: slower than pgbench, since Node drives it.

const [clients = 16, seconds = 4] = process.argv.slice(2).map(Number);
const statements = PAYMENT_SHAPED_STATEMENTS.map((text, index) => ({
  name: `baseline_${index}`,
  text: text.replaceAll(":id", "$1"),
}));
const until = performance.now() + seconds * 1_000;

async function client(index: number): Promise<number> {
  const connection = new Client({ connectionString: process.env["BASELINE_DATABASE_URL"] });
  await connection.connect();
  let made = 0;
  while (performance.now() < until) {
    for (const statement of statements) {
      await connection.query({ ...statement, values: [index * IDS_PER_CLIENT + made] });
    }
    made += 1;
  }
  await connection.end();
  return made;
}

const made = await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
console.log(made.reduce((sum, each) => sum + each, 0));
