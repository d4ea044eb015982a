import { describeOpenAndEnded } from "@flowlix/engine/testing";
import { withPayments } from "./support/payments-under-test.ts";

describe("which Payments have ended", () => describeOpenAndEnded("payment", withPayments()));
