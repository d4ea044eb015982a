/**
 * A setting that is well-formed and still must not be started with, which only shows beside what is stored. Its message
 * is one line for operators: the name of the setting and what to do, never a value. The process ends with 78.
 */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}
