/**
 * Skips the tests of the surrounding `describe` and says in their title what is missing. Call it in a
 * `before` hook: `skipBecause(this, "nats-server was not found")`.
 */
export function skipBecause(context: Mocha.Context, reason: string): never {
  const suite = context.test?.parent;
  if (suite !== undefined) suite.title = `${suite.title} [${reason}]`;
  return context.skip();
}
