/**
 * A setting that is well-formed and still must not be started with, which only shows beside what is stored or what
 * answers. Its message is one line for operators: the name of the setting and what to do, never a value. The process
 * ends with 78.
 */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
  readonly isConfiguration = true;
}

/** By its mark: libs/persistence, which knows this package as little as we know it, has such an error of its own. */
export const isConfigurationError = (error: unknown): boolean =>
  error instanceof Error && "isConfiguration" in error && error.isConfiguration === true;
