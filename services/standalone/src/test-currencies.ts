import { WORKBENCH_OPERATIONS, type TestCurrencies } from "@flowlix/contracts";
import { askHttp } from "@flowlix/runtime";
import { LaunchError } from "./launch-error.ts";

const ANSWER_MS = 5_000;

/** What a payment of a start is in: the gateway knows what it accepts. Errors: LaunchError. */
export async function testCurrencies(url: string, apiKey: string): Promise<TestCurrencies> {
  const { path } = WORKBENCH_OPERATIONS.getTestCurrencies;
  const { status, text } = await askHttp(`${url}${path}`, {
    headers: { authorization: `Bearer ${apiKey}` },
    timeoutMs: ANSWER_MS,
  });
  if (status !== 200) throw new LaunchError(`${path} answers ${status} ${text.slice(0, 300)}`);
  const told: TestCurrencies = JSON.parse(text);
  return told;
}
