import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./table.ts";

const BEGIN = "begin of services: ";
const END = "end of services";

type Regions = Readonly<Record<string, readonly string[]>>;

/** A file of the repository with its regions, as `withRegions` writes them. */
export const fileWithRegions = (file: string, regions: Regions): string =>
  withRegions(file, readFileSync(join(ROOT, file), "utf8"), regions);

/**
 * The text with these lines between `# begin of services: NAME` and `# end of services`, indented as the marks are.
 * Errors: a mark that the text does not have, by the file that it is the text of.
 */
export function withRegions(file: string, text: string, regions: Regions): string {
  return Object.entries(regions).reduce(
    (known, [name, lines]) => withRegion(file, known.split("\n"), name, lines).join("\n"),
    text,
  );
}

function withRegion(file: string, text: readonly string[], name: string, lines: readonly string[]): string[] {
  const begin = text.findIndex((line) => line.endsWith(`${BEGIN}${name}`));
  if (begin === -1) throw new Error(`${file} has no "${BEGIN}${name}"`);
  const end = text.findIndex((line, index) => index > begin && (line.endsWith(END) || line.includes(BEGIN)));
  // The end of a later region is not that of this one: what stands between them would be lost.
  if (text[end]?.endsWith(END) !== true) throw new Error(`${file} has no "${END}" after "${BEGIN}${name}"`);
  const indent = /^ */.exec(text[begin] ?? "")?.[0] ?? "";
  const indented = lines.map((line) => (line === "" ? line : `${indent}${line}`));
  return [...text.slice(0, begin + 1), ...indented, ...text.slice(end)];
}
