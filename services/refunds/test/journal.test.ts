import { describeTransferJournal } from "@flowlix/engine/testing";
import { withRefunds } from "./support/refunds-under-test.ts";

describe("the journal of refunds", () => describeTransferJournal("refund", withRefunds()));
