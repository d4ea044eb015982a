export { apiGatewayModule } from "./module.ts";
export { apiGatewaySchema } from "./store/gateway-schema.ts";
