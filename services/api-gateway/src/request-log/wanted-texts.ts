import { ID_PREFIXES, OPERATIONS, type IdKind, type Operation } from "@flowlix/contracts";
import type { SchemaNode } from "../validation/fault-finder.ts";
import { explainReusedKey } from "../explain/explain-reused-key.ts";
import { idForm } from "../explain/explain-id.ts";
import { JSON_EXAMPLE } from "../explain/explain-json.ts";
import { JSON_WANTED, UTF8_WANTED } from "../explain/explain-media-type.ts";
import { REPEATED_WANTED } from "../explain/explain-repeated-name.ts";
import { fieldList, parameterList, ruleOf, tagsOf, type Notation } from "../explain/rule-of.ts";
import { SECRET_PARENTS } from "../explain/shown-value.ts";
import { KEY_WANTED } from "../http/idempotency-key.ts";
import { SEARCH_WANTED } from "../query/list-criteria.ts";
import { LONG_DIGITS } from "./shown-fields.ts";

/** What `ruleOf` distinguishes of a value that came. */
const CAME = [undefined, "", 0];

/**
 * Everything that explanations say of what is wanted, made of the contract alone: nothing of a request is in it. Of
 * secrets there is no example either, so that no log of these looks as though it held a card.
 */
export function wantedTexts(): ReadonlySet<string> {
  const operations = Object.values<Operation>(OPERATIONS);
  const kinds = Object.keys(ID_PREFIXES).filter((kind): kind is IdKind => kind in ID_PREFIXES);
  return new Set([
    JSON_EXAMPLE,
    REPEATED_WANTED,
    KEY_WANTED,
    SEARCH_WANTED,
    JSON_WANTED,
    UTF8_WANTED,
    ...kinds.map(idForm),
    ...operations.flatMap(({ body, query = {} }) => [
      ...(body === undefined ? [] : textsOf(body, [], "json")),
      parameterList(Object.keys(query)),
      ...Object.entries(query).flatMap(([name, parameter]) => textsOf(parameter, [name], "query")),
    ]),
    ...operations.flatMap(({ idempotency }) =>
      idempotency === undefined ? [] : [explainReusedKey(idempotency.operation)],
    ),
  ]);
}

function textsOf(schema: SchemaNode, path: readonly string[], notation: Notation): string[] {
  const { properties = {}, oneOf = [], anyOf = [], items, discriminator } = schema;
  const tags: SchemaNode[] = discriminator === undefined ? [] : [{ type: "string", enum: tagsOf(schema) }];
  return [
    ...CAME.map((came) => ruleWithoutSecret(schema, path, notation, came)),
    ...(schema.properties === undefined ? [] : [fieldList(path.join("."), schema)]),
    ...Object.entries(properties).flatMap(([name, field]) => textsOf(field, [...path, name], notation)),
    ...[...tags, ...oneOf, ...anyOf, ...(items === undefined ? [] : [items])].flatMap((inner) =>
      textsOf(inner, path, notation),
    ),
  ];
}

function ruleWithoutSecret(
  schema: SchemaNode,
  path: readonly string[],
  notation: Notation,
  came: unknown,
): string {
  const { examples: _, ...bare } = schema;
  const whole = ruleOf(schema, notation, came);
  const isSecret = LONG_DIGITS.test(whole) || path.some((name) => SECRET_PARENTS.has(name));
  return isSecret ? ruleOf(bare, notation, came) : whole;
}
