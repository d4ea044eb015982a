import { runProcess } from "@flowlix/runtime";
import { refundsModule } from "./module.ts";

await runProcess([refundsModule]);
