const UNITS = [
  ["d", 86_400],
  ["h", 3_600],
  ["m", 60],
  ["s", 1],
] as const;

/** Whole seconds as people say them, to the two largest units: `45s`, `12m 5s`, `3h`, `2d 4h`. */
export function spanOf(seconds: unknown): string | null {
  if (typeof seconds !== "number") return null;
  const largest = UNITS.findIndex(([, length]) => seconds >= length);
  if (largest === -1) return "0s";
  let rest = seconds;
  return UNITS.slice(largest, largest + 2)
    .map(([unit, length]) => {
      const count = Math.floor(rest / length);
      rest -= count * length;
      return count === 0 ? "" : `${count}${unit}`;
    })
    .filter((part) => part !== "")
    .join(" ");
}
