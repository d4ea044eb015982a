import { isErrorCode } from "@flowlix/contracts";
import { withoutRoundedNumbers } from "../http/rounded-numbers.ts";
import { isKnownName, isShown, TAKEN_OUT } from "./shown-fields.ts";
import { shownMessage } from "./shown-message.ts";

/** In the place of names that the contract does not know: a client may have put anything there. */
const UNKNOWN_FIELDS = "[unknown fields]";
const DEPTH_MAX = 6;
const ITEMS_MAX = 5;
const TEXT_MAX = 4_096;

/**
 * What may be kept of a body: its shape, and the values of an allow-list that have the form they should have
 * (`shown-fields.ts`). Null where there is nothing that is JSON.
 */
export function shownBody(text: string): string | null {
  if (text === "") return null;
  let body: unknown;
  try {
    body = withoutRoundedNumbers(text, JSON.parse(text));
  } catch {
    return null;
  }
  const shown = JSON.stringify(shownValue("", body, 0));
  return shown.length > TEXT_MAX ? null : shown;
}

function shownValue(name: string, value: unknown, depth: number): unknown {
  if (value === null) return null;
  if (depth >= DEPTH_MAX) return TAKEN_OUT;
  if (Array.isArray(value)) {
    const items = value.slice(0, ITEMS_MAX).map((item: unknown) => shownValue(name, item, depth + 1));
    return value.length > ITEMS_MAX ? [...items, `${value.length - ITEMS_MAX} more`] : items;
  }
  if (typeof value === "object") return shownFields(value, depth);
  return isShown(name, value) ? value : TAKEN_OUT;
}

/** On the way of every Sandbox request, so no arrays are made between the two objects. */
function shownFields(value: object, depth: number): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  let unknown = 0;
  for (const [name, inner] of Object.entries(value)) {
    if (isKnownName(name)) shown[name] = shownValue(name, inner, depth + 1);
    else unknown += 1;
  }
  if ("message" in shown) Object.assign(shown, ownMessage(value));
  if (unknown > 0) shown[UNKNOWN_FIELDS] = unknown;
  return shown;
}

/** A message is kept where it stands beside the code of an error, and nowhere else. */
function ownMessage(value: object): { readonly message?: string } {
  return "code" in value && typeof value.code === "string" && isErrorCode(value.code) && "message" in value
    ? { message: shownMessage(value.code, value.message) }
    : {};
}
