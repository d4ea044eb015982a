import { ACCOUNT_ACQUIRERS, type AccountAcquirer } from "@flowlix/provider";
import { testKeyRingText } from "@flowlix/testkit";

/** An acquirer that merchants have accounts at, of tests alone. */
export const ACME = "acme";

const acquirer: AccountAcquirer = {
  settings: "account",
  settingsSchema: {
    schema: {
      type: "object",
      additionalProperties: false,
      required: ["baseUrl", "apiKey"],
      properties: {
        baseUrl: { type: "string", maxLength: 200 },
        reportsUrl: { type: "string", maxLength: 200 },
        entity: { type: "string", maxLength: 40 },
        apiKey: { type: "string", minLength: 8 },
        webhookKey: { type: "string", minLength: 8 },
      },
    },
    secrets: ["apiKey", "webhookKey"],
    identity: ["baseUrl", "entity"],
    isLiveHost: (host) => (host === "test.acme.example" ? false : null),
  },
  createAdapter: () => {
    throw new Error("nobody calls this acquirer");
  },
  createCallbackVerifier: () => () => null,
};

/** The acquirer is there while the tests of the describe run. */
export function withAcme(changes: Partial<AccountAcquirer> = {}): void {
  before(() => {
    ACCOUNT_ACQUIRERS[ACME] = { ...acquirer, ...changes };
  });
  after(() => {
    delete ACCOUNT_ACQUIRERS[ACME];
  });
}

/** An environment in which accounts may lead to this machine. */
export const ACCOUNTS_ENV = {
  ACQUIRER_SECRET_KEYS: testKeyRingText("as1"),
  ACQUIRER_LOOPBACK: "true",
};
