import { parseQuery } from "@flowlix/runtime";

/** What a browser sent, by the names of the inputs; absent ones are empty. */
export interface FormInput {
  get(name: string): string;
}

const MEDIA_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** Longer than anything a field takes. Longer input is not parsed. */
const VALUE_LENGTH_MAX = 1024;

/**
 * Stands for a value that cannot be read, such as bytes that are no UTF-8, or that is too long to be: no rule
 * of any field lets it pass.
 */
const UNREADABLE = "\u0000";

/**
 * A submitted form; of two values with one name the first counts. Null where the body is none. Never
 * logged, never kept: it holds a card.
 */
export function readForm(contentType: string | undefined, body: Buffer): FormInput | null {
  if (contentType === undefined || !MEDIA_TYPE.test(contentType)) return null;
  const values = new Map<string, string>();
  for (const { name, value } of parseQuery(body.toString("latin1"))) {
    if (name !== null && !values.has(name)) values.set(name, bounded(value));
  }
  return { get: (name) => values.get(name) ?? "" };
}

const bounded = (value: string | null): string =>
  value === null || value.length > VALUE_LENGTH_MAX ? UNREADABLE : value;
