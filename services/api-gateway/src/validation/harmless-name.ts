const HARMLESS_NAME = /^[A-Za-z_][A-Za-z0-9_.[\]-]{0,63}$/;
/** As many digits as the shortest card number has. */
const DIGITS_MAX = 11;

/** The name of an unknown property or parameter is the client's text: only a harmless one is said back. */
export const isHarmlessName = (name: string): boolean =>
  HARMLESS_NAME.test(name) && (name.match(/[0-9]/g)?.length ?? 0) <= DIGITS_MAX;
