import { runProcess } from "@flowlix/runtime";
import { sandboxAcquirerModule } from "./module.ts";

await runProcess([sandboxAcquirerModule]);
