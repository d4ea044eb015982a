import { describeOpenAndEnded } from "@flowlix/engine/testing";
import { withPayouts } from "./support/payouts-under-test.ts";

describe("which Payouts have ended", () => describeOpenAndEnded("payout", withPayouts()));
