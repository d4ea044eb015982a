/** Names that the return adds to a merchant's URL (docs/design/decisions.md#hosted-return). */
const ADDED = ["payment_id", "status"] as const;

/**
 * Where the payer's browser goes: the merchant's own URL with `payment_id` and `status` appended, as a
 * hint only. Its query and fragment stay as they are, letter for letter; parameters of these two names
 * are replaced. The URL is not rebuilt, because that would rewrite what the merchant sent.
 */
export function returnLocation(
  returnUrl: string,
  values: Readonly<Record<(typeof ADDED)[number], string>>,
): string {
  const [, base = "", query = "", fragment = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(returnUrl) ?? [];
  const kept = query.split("&").filter((pair) => pair !== "" && !isAdded(pair));
  const added = ADDED.map((name) => `${name}=${encodeURIComponent(values[name])}`);
  return `${base}?${[...kept, ...added].join("&")}${fragment}`;
}

function isAdded(pair: string): boolean {
  const [name = ""] = pair.split("=", 1);
  return ADDED.some((added) => added === plain(name));
}

function plain(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll("+", " "));
  } catch {
    return name;
  }
}
