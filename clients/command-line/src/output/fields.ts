import { colourOf, type Style } from "./style.ts";

/** An object for people: a line for each of its properties, those of objects in it further in. */
export function fields(object: object, style: Style, indent = ""): string {
  return Object.entries(object)
    .map(([name, value]: [string, unknown]) => {
      const title = `${indent}${style("dim", name)}`;
      if (Array.isArray(value) && value.some(isObject))
        return [title, ...value.map((one) => `${indent}  -\n${fields(one, style, `${indent}    `)}`)].join(
          "\n",
        );
      if (isObject(value)) return `${title}\n${fields(value, style, `${indent}  `)}`;
      return `${title}  ${cell(name, value, style)}`;
    })
    .join("\n");
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function cell(name: string, value: unknown, style: Style): string {
  if (value === null) return style("dim", "–");
  if (Array.isArray(value)) return value.length === 0 ? style("dim", "none") : value.join(", ");
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return name === "status" ? style(colourOf(text), text) : text;
}
