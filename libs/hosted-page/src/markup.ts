/** Text that is safe in a page as it stands. Only `markup` makes it, out of our own words and escaped values. */
export class Markup {
  readonly #text: string;

  constructor(parts: TemplateStringsArray, values: readonly MarkupValue[]) {
    this.#text = parts.reduce((text, part, index) => text + written(values[index - 1]) + part);
  }

  toString(): string {
    return this.#text;
  }
}

/** What may stand in a template: nothing is written for null, undefined and false. */
export type MarkupValue = Markup | string | number | null | undefined | false | readonly MarkupValue[];

/**
 * A piece of a page. Every value is escaped for text and for attributes in quotes alike; the parts
 * between them are source code and stand as they are. There is no other way to make markup.
 */
export const markup = (parts: TemplateStringsArray, ...values: MarkupValue[]): Markup =>
  new Markup(parts, values);

/** Attributes of an element, each with a blank in front; those that are null or false are left out. */
export function attributes(values: Readonly<Record<string, string | number | boolean | null>>): Markup[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (!ATTRIBUTE_NAME.test(name)) throw new Error(`no name of an attribute: ${name}`);
    if (value === null || value === false) return [];
    return value === true ? [markup` ${name}`] : [markup` ${name}="${value}"`];
  });
}

/** Holds nothing that escaping would change. */
const ATTRIBUTE_NAME = /^[a-z][a-z0-9-]*$/;

function written(value: MarkupValue): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Markup) return value.toString();
  if (typeof value === "string") return escaped(value);
  if (typeof value === "number") return String(value);
  return value.map(written).join("");
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
