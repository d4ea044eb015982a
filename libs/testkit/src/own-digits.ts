/**
 * Whether digits stand in a text by themselves, such as a security code or the end of a card number: not within a
 * longer number or a word, for an id that is drawn at random can hold any three of them.
 */
export const holdsDigits = (text: string, digits: string): boolean => {
  if (!/^[0-9]+$/.test(digits)) throw new Error("only digits are looked for");
  return text.split(/[^A-Za-z0-9_]+/).includes(digits);
};
