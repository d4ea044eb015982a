import { parseArgs } from "node:util";
import { DOUBLES } from "./doubles.ts";

/** `node tests/acquirer-doubles/src/main.ts checkout --port 4600 --webhook-url http://127.0.0.1:8080/…` */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    port: { type: "string", default: "0" },
    "webhook-url": { type: "string" },
    "no-mischief": { type: "boolean", default: false },
    live: { type: "boolean", default: false },
  },
});
const [name = ""] = positionals;
const start = Object.hasOwn(DOUBLES, name) ? DOUBLES[name] : undefined;
if (start === undefined) {
  process.stderr.write(`which double? ${Object.keys(DOUBLES).join(" or ")}\n`);
  process.exit(2);
}
const webhookUrl = values["webhook-url"];
const double = await start({
  port: Number(values.port),
  mischief: !values["no-mischief"],
  live: values.live,
  ...(webhookUrl === undefined ? {} : { webhookUrl }),
});
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void double.stop().then(() => process.exit(0)));
process.stdout.write(`double of ${name} at ${double.server.url}\n`);
