import {
  ACCOUNT_CURRENCIES_MAX,
  ACCOUNT_METHODS,
  ACCOUNT_VALUE_LENGTH_MAX,
  ACCOUNT_VALUES_MAX,
  ACCOUNT_WEIGHT_MAX,
  isCurrency,
  type AccountMethod,
  type AmountLimits,
} from "@flowlix/contracts";
import { bad, type ControlRequest } from "../control/control-request.ts";

/** Values of an account as an act names them; null takes one away. */
export type GivenValues = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Canonical codes; null for all that the acquirer takes. Undefined where it is not named. */
export function currenciesArg({ args }: ControlRequest): readonly string[] | null | undefined {
  const value = args["currencies"];
  if (value === undefined || value === null) return value;
  const isList =
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= ACCOUNT_CURRENCIES_MAX &&
    value.every((one) => typeof one === "string" && /^[A-Z]{3}$/.test(one) && isCurrency(one));
  if (!isList) throw bad("currencies", "must be a list of ISO 4217 codes in upper case");
  return [...new Set<string>(value)];
}

export function methodsArg({ args }: ControlRequest): readonly AccountMethod[] | null | undefined {
  const value = args["methods"];
  if (value === undefined || value === null) return value;
  const isList =
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((one) => ACCOUNT_METHODS.some((method) => method === one));
  if (!isList) throw bad("methods", `must be a list of ${ACCOUNT_METHODS.join(", ")}`);
  return ACCOUNT_METHODS.filter((method) => value.includes(method));
}

export function weightArg({ args }: ControlRequest): number | undefined {
  const value = args["weight"];
  if (value === undefined) return undefined;
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= ACCOUNT_WEIGHT_MAX)
    return value;
  throw bad("weight", `must be an integer of 0 to ${ACCOUNT_WEIGHT_MAX}`);
}

/** The smallest and largest amount of each currency, in minor units. */
export function limitsArg({ args }: ControlRequest): Readonly<Record<string, AmountLimits>> | undefined {
  const value = args["limits"];
  if (value === undefined) return undefined;
  if (isRecord(value) && Object.keys(value).length <= ACCOUNT_CURRENCIES_MAX) {
    const entries = Object.entries(value).map(([currency, limits]) => [currency, limitsOf(limits)] as const);
    const known: [string, AmountLimits][] = [];
    for (const [currency, limits] of entries) {
      if (limits === null || !/^[A-Z]{3}$/.test(currency) || !isCurrency(currency)) break;
      known.push([currency, limits]);
    }
    if (known.length === entries.length) return Object.fromEntries(known);
  }
  throw bad(
    "limits",
    "must name a min, a max or both by currency, in minor units, the min not above the max",
  );
}

function limitsOf(value: unknown): AmountLimits | null {
  if (!isRecord(value)) return null;
  const { min, max, ...others } = value;
  const isAmount = (one: unknown): one is number | undefined =>
    one === undefined || (typeof one === "number" && Number.isSafeInteger(one) && one >= 1);
  if (Object.keys(others).length > 0 || !isAmount(min) || !isAmount(max)) return null;
  if ((min === undefined && max === undefined) || (min ?? 1) > (max ?? Number.MAX_SAFE_INTEGER)) return null;
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

/** Settings by name: texts, numbers, switches, lists of texts, or null to take one away. */
export function settingsArg(request: ControlRequest): GivenValues {
  return valuesArg(request, "settings", (value) => value === null || isSimple(value) || isTexts(value));
}

/** Secrets by name: texts, or null to take one away. Nothing of a value is ever in an error. */
export function secretsArg(request: ControlRequest): GivenValues {
  return valuesArg(request, "secrets", (value) => value === null || isText(value));
}

const isText = (value: unknown): value is string =>
  typeof value === "string" &&
  value !== "" &&
  value.length <= ACCOUNT_VALUE_LENGTH_MAX &&
  value.isWellFormed() &&
  !value.includes("\u0000");

const isSimple = (value: unknown): boolean =>
  isText(value) || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value));

const LIST_MAX = 32;

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= LIST_MAX && value.every(isText);

function valuesArg(
  { args }: ControlRequest,
  argument: "settings" | "secrets",
  isOne: (value: unknown) => boolean,
): GivenValues {
  const value = args[argument] ?? {};
  if (!isRecord(value) || Object.keys(value).length > ACCOUNT_VALUES_MAX)
    throw bad(argument, `must be at most ${ACCOUNT_VALUES_MAX} values by name`);
  const wrong = Object.keys(value).find((name) => !/^[A-Za-z0-9_]{1,64}$/.test(name) || !isOne(value[name]));
  if (wrong !== undefined)
    throw bad(argument, `must each be a value of 1 to ${ACCOUNT_VALUE_LENGTH_MAX} characters`);
  return value;
}
