import { runProcess } from "@flowlix/runtime";
import { apiGatewayModule } from "./module.ts";

await runProcess([apiGatewayModule]);
