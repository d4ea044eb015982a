/** A part of the document. */
export type Json = unknown;
export type JsonObject = Record<string, Json>;

export const componentRef = (kind: string, name: string): JsonObject => ({
  $ref: `#/components/${kind}/${name}`,
});
