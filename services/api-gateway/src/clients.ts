import type { paymentsContract, payoutsContract, refundsContract } from "@flowlix/contracts";
import type { Client } from "@flowlix/runtime";

export type PaymentsClient = Client<"api-gateway", typeof paymentsContract>;

export type PayoutsClient = Client<"api-gateway", typeof payoutsContract>;

export type RefundsClient = Client<"api-gateway", typeof refundsContract>;
