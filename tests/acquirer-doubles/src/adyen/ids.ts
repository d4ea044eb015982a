/** Ids as Adyen's: 16 capital letters and digits, counted so that a run can be read. */
export function createIds() {
  let made = 0;
  return (prefix: string): string => `${prefix}${String((made += 1)).padStart(16 - prefix.length, "0")}`;
}

export type NextId = ReturnType<typeof createIds>;
