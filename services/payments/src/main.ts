import { runProcess } from "@flowlix/runtime";
import { paymentsModule } from "./module.ts";

await runProcess([paymentsModule]);
