import { runProcess } from "@flowlix/runtime";
import { reconcilerModule } from "./module.ts";

await runProcess([reconcilerModule]);
