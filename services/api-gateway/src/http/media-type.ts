const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)"?/i;

export const isJsonType = (contentType: string): boolean => JSON_TYPE.test(contentType);

/** The character set that a Content-Type names, as it was sent. The first one counts. */
export const charsetOf = (contentType: string): string | undefined => CHARSET.exec(contentType)?.[1];
