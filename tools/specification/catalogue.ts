import { readFileSync } from "node:fs";
import { join } from "node:path";

/** All sentences of the specification and of the decisions beside it, by document and heading. */
export interface Catalogue {
  /** What tests prove, by ids that stay when other rules come and go. */
  readonly proved: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Of capabilities that the product does not have yet; each goes to the rules with its capability. */
  readonly later: Unproved;
  /** Definitions, and advice to those who call: nothing of ours could be wrong. */
  readonly toReaders: Unproved;
}

export type Unproved = Readonly<Record<string, readonly string[]>>;

const FILE = "tools/specification/rules.json";

export function readCatalogue(root: string): Catalogue {
  const text = readFileSync(join(root, FILE), "utf8");
  const ids = [...text.matchAll(/^ *"(?<id>[A-Z][A-Z\d-]*)": "/gm)].map(({ groups }) => groups?.["id"]);
  // JSON keeps the last of several without a word.
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length > 0) throw new Error(`${FILE} has two rules ${twice.join(", ")}`);
  const catalogue: Catalogue = JSON.parse(text);
  return catalogue;
}

export const rulesOf = ({ proved }: Catalogue): [id: string, sentence: string][] =>
  Object.values(proved).flatMap((rules) => Object.entries(rules));
