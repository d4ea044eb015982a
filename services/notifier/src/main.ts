import { runProcess } from "@flowlix/runtime";
import { notifierModule } from "./module.ts";

await runProcess([notifierModule]);
