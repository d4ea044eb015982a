/** Path values by name; null where the percent escapes of one are malformed. */
export type PathParams = Readonly<Record<string, string | null>>;
