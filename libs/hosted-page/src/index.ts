export type { Branding } from "./branding.ts";
export { hostedPageRoutes, type HostedPageDeps } from "./routes.ts";
