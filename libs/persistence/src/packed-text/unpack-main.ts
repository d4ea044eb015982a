import { text } from "node:stream/consumers";
import { unpackText } from "./packed-text.ts";

/** For operators: reads packed texts as psql shows them, one a line, and writes what they say. */
for (const line of (await text(process.stdin)).split("\n").filter((one) => one.trim() !== ""))
  process.stdout.write(`${unpackText(Buffer.from(line.trim().replace(/^\\x/, ""), "hex"))}\n`);
