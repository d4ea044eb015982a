/**
 * One request from within the node's network: ask.ts METHOD URL [BODY]. Prints the answer; ends with 1 unless it is a
 * success.
 */
const [method = "GET", url = "", body] = process.argv.slice(2);
const answer = await fetch(url, { method, ...(body === undefined ? {} : { body }) }).catch(
  (error: unknown) => {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new Error(`${url} does not answer: ${String(reason)}`, { cause: error });
  },
);
process.stdout.write(await answer.text());
process.exitCode = answer.ok ? 0 : 1;
