import { migrate } from "@flowlix/persistence";
import { indexedLedgerSchema, notedLedgerSchema } from "./ledger-schema.ts";

/** A process that migrates the ledger, to be killed while it waits; it inserts no rows of its own. */
const [adminUrl = "", rolePrefix = "", schema = ""] = process.argv.slice(2);

await migrate({
  adminUrl,
  rolePrefix,
  passwords: { ledger: "ledger" },
  specs: [schema === "indexed" ? indexedLedgerSchema : notedLedgerSchema],
});
