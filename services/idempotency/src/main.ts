import { runProcess } from "@flowlix/runtime";
import { idempotencyModule } from "./module.ts";

await runProcess([idempotencyModule]);
