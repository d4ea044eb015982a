import type { TestCurrencies } from "@flowlix/contracts";
import { json, type Answer } from "../http/answer.ts";

export interface TestCurrencyDeps {
  readonly acceptedCurrencies: ReadonlySet<string>;
  readonly payoutCurrencies: ReadonlySet<string>;
}

/** What the documents' samples are in. */
const USUAL = "EUR";

/** EUR, and the first that is accepted where EUR is not. */
const testCurrency = (accepted: ReadonlySet<string>): string => {
  const [first = USUAL] = accepted;
  return accepted.has(USUAL) ? USUAL : first;
};

/** What this installation's samples are in: of the workbench, of a start and of the merchants' command line. */
export const testCurrencies = (deps: TestCurrencyDeps): TestCurrencies => ({
  payments: testCurrency(deps.acceptedCurrencies),
  payouts: testCurrency(deps.payoutCurrencies),
});

/** GET /workbench/api/test_currencies */
export const getTestCurrencies = async (deps: TestCurrencyDeps): Promise<Answer> =>
  json(200, testCurrencies(deps));
