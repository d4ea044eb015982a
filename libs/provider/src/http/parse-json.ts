/** The JSON value of a text, or undefined, which is no JSON value. */
export function parseJson(body: string | null): unknown {
  if (body === null) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
