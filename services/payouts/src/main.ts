import { runProcess } from "@flowlix/runtime";
import { payoutsModule } from "./module.ts";

await runProcess([payoutsModule]);
