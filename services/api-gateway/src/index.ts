export { apiGatewayModule } from "./module.ts";
export { gatewaySchema } from "./store/gateway-schema.ts";
