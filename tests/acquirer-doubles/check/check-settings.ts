import { accountAcquirer, valueProblem, type AccountValues } from "@flowlix/provider";

/** What else than an account's values a check has to be told, by acquirer. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  // Nothing of a payment can be read there: webhooks have to come in, over whatever leads them to this port.
  adyen: ["ADYEN_WEBHOOK_PORT"],
};

interface SettingsSchema {
  readonly properties: Readonly<Record<string, { readonly type?: string }>>;
  readonly required: readonly string[];
}

function schemaOf(acquirer: string): SettingsSchema {
  const declared = accountAcquirer(acquirer)?.settingsSchema;
  if (declared === undefined) throw new Error(`there is no acquirer "${acquirer}"`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a JSON Schema of an object, as acquirers declare it
  return declared.schema as SettingsSchema;
}

/** The variable of a setting: its name in capital letters after the acquirer's. */
const variableOf = (acquirer: string, name: string): string => `${acquirer}_${name}`.toUpperCase();

/** Names of the variables without which nothing can be checked, and which are not set. */
export function missingVariables(acquirer: string, env: NodeJS.ProcessEnv): readonly string[] {
  const required = schemaOf(acquirer).required.map((name) => variableOf(acquirer, name));
  return [...required, ...(MORE[acquirer] ?? [])].filter((name) => (env[name] ?? "") === "");
}

/**
 * An account's values out of the environment. Errors: one that the acquirer's schema refuses, named and never shown.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- who asks for an acquirer's knows its settings
export function settingsOf<Settings extends object>(acquirer: string, env: NodeJS.ProcessEnv): Settings {
  const values: AccountValues = Object.fromEntries(
    Object.entries(schemaOf(acquirer).properties).flatMap(([name, { type }]) => {
      const text = env[variableOf(acquirer, name)] ?? "";
      if (text === "") return [];
      return [[name, type === "array" ? text.split(",") : type === "integer" ? Number(text) : text]];
    }),
  );
  const declared = accountAcquirer(acquirer)?.settingsSchema;
  const problem = declared === undefined ? null : valueProblem(declared, values);
  if (problem !== null) throw new Error(`${variableOf(acquirer, problem.name)} ${problem.rule}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the acquirer's own schema has it
  return values as Settings;
}
