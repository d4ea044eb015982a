const HARMLESS_NAME = /^[A-Za-z_][A-Za-z0-9_.[\]-]{0,63}$/;
/** A card number has at least twelve; ten are a merchant reference. */
const DIGITS_MAX = 11;

/** The name of an unknown property or parameter is the client's text: only a harmless one is said back. */
export const isHarmlessName = (name: string): boolean => HARMLESS_NAME.test(name) && !looksSecret(name);

/**
 * Whether a text has as many digits, of any script, as a card number, or the marks of an API key or a webhook secret.
 */
export const looksSecret = (text: string): boolean =>
  text.includes("_sk_") || text.includes("whsec_") || (text.match(/\p{Nd}/gu)?.length ?? 0) > DIGITS_MAX;
