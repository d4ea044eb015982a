import { describeOpenAndEnded } from "@flowlix/engine/testing";
import { withRefunds } from "./support/refunds-under-test.ts";

describe("which Refunds have ended", () => describeOpenAndEnded("refund", withRefunds()));
