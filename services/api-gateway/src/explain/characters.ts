/** What a text has beside the characters that are allowed in it, each once. */
export const charactersBeyond = (allowed: RegExp, text: string): string[] => [
  ...new Set(Array.from(text).filter((character) => !allowed.test(character))),
];

/** A character that cannot be seen is named by its number. */
export const shownCharacter = (character: string): string =>
  /\p{C}/u.test(character)
    ? `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`
    : character;
