/**
 * The reference as it is printed, and shown where scripts do not run: all of the OpenAPI document but its examples.
 * What browsers show draws an operation only when it is scrolled to.
 */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}
interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}
type Content = Readonly<Record<string, { readonly schema: Schema }>>;
interface Operation {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}
type Routes = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
export interface OpenApi {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Routes;
  readonly webhooks: Routes;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

const METHODS = new Set(["get", "post", "put", "patch", "delete"]);
const SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
const code = (text: string): string => `<code>${escaped(text)}</code>`;
/** Of Markdown the document has code and paragraphs. */
const inline = (text: string): string => escaped(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
const paragraphs = (text = ""): string =>
  text
    .split("\n\n")
    .map((part) => `<p>${inline(part)}</p>`)
    .join("");
const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  const body = rows.map((row) => line(row, "td")).join("\n");
  return `<table><thead>${line(head, "th")}</thead><tbody>\n${body}\n</tbody></table>`;
}

function range(from: number | undefined, to: number | undefined, unit = ""): string {
  if (from !== undefined && to !== undefined) return ` (${from} to ${to}${unit})`;
  if (to !== undefined) return ` (at most ${to}${unit})`;
  return from === undefined ? "" : ` (at least ${from}${unit})`;
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined) return choices.map(typeOf).join(" or ");
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum !== undefined) return schema.enum.map((one) => code(String(one))).join(", ");
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`;
  const { minimum, maximum, minLength, maxLength } = schema;
  const limits = range(minimum, maximum) + range(minLength, maxLength, " characters");
  return [schema.type ?? "any"].flat().join(" or ") + limits;
}

const needed = (type: string, isRequired: boolean | undefined): string =>
  isRequired === true ? `${type}, required` : type;

/** The fields of an object, those of an object within it under their path. */
function fields(schema: Schema, before = ""): (readonly string[])[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    [
      code(before + name),
      needed(typeOf(field), schema.required?.includes(name)),
      inline(field.description ?? ""),
    ],
    ...fields(field, `${before}${name}.`),
    ...fields(field.items ?? {}, `${before}${name}[].`),
  ]);
}

const bodyOf = (content: Content = {}): string =>
  Object.values(content)
    .map(({ schema }) => typeOf(schema))
    .join(" or ");

export function printedReference({ info, tags, paths, webhooks, components }: OpenApi): string {
  const parameterOf = (one: Parameter): Parameter =>
    (one.$ref === undefined ? undefined : components.parameters[nameOf(one.$ref)]) ?? one;
  const operationsOf = (routes: Routes, tag: string) =>
    Object.entries(routes).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method, operation]) => METHODS.has(method) && operation.tags.includes(tag))
        .map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, path, operation })),
    );
  const operation = (route: string, { summary, description, ...one }: Operation): string => {
    const parameters = (one.parameters ?? []).map(parameterOf);
    const body = bodyOf(one.requestBody?.content);
    return [
      `<h3>${inline(summary)}</h3><p class="route">${code(route)}</p>${paragraphs(description)}`,
      table(
        ["Parameter", "In", "Type", ""],
        parameters.map(({ name, required, schema, description: about = "", ...at }) => [
          code(name),
          at.in,
          needed(typeOf(schema), required),
          inline(about),
        ]),
      ),
      body === "" ? "" : `<p>Body: ${body}</p>`,
      table(
        ["Answer", "Body", ""],
        Object.entries(one.responses).map(([status, answer]) => [
          status,
          bodyOf(answer.content),
          paragraphs(answer.description),
        ]),
      ),
    ].join("\n");
  };
  const sections = tags.map(({ name, description }) =>
    [
      `<h2>${escaped(name)}</h2>${paragraphs(description)}`,
      ...operationsOf(paths, name).map(({ route, operation: one }) => operation(route, one)),
      ...operationsOf(webhooks, name).map(({ path, operation: one }) => operation(path, one)),
    ].join("\n"),
  );
  const objects = Object.entries(components.schemas).map(([name, schema]) =>
    [
      `<h3>${name}</h3>${paragraphs(schema.description)}`,
      schema.properties === undefined ? `<p>${typeOf(schema)}</p>` : "",
      table(["Field", "Type", ""], fields(schema)),
    ].join("\n"),
  );
  return [paragraphs(info.description), ...sections, "<h2>Objects</h2>", ...objects].join("\n");
}
