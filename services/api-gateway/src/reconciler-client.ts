import type { reconcilerContract } from "@flowlix/contracts";
import type { Client } from "@flowlix/runtime";

export type ReconcilerClient = Client<"api-gateway", typeof reconcilerContract>;
