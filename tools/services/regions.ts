const END = "end of services";

/**
 * The text with these lines between `# begin of services: NAME` and `# end of services`, indented as the marks are.
 * Errors: a region that the text does not have.
 */
export function withRegions(text: string, regions: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(regions).reduce(
    (known, [name, lines]) => withRegion(known.split("\n"), name, lines).join("\n"),
    text,
  );
}

function withRegion(text: readonly string[], name: string, lines: readonly string[]): string[] {
  const begin = text.findIndex((line) => line.endsWith(`begin of services: ${name}`));
  const end = text.findIndex((line, index) => index > begin && line.endsWith(END));
  if (begin === -1 || end === -1) throw new Error(`no region "${name}" of services`);
  const indent = /^ */.exec(text[begin] ?? "")?.[0] ?? "";
  const indented = lines.map((line) => (line === "" ? line : `${indent}${line}`));
  return [...text.slice(0, begin + 1), ...indented, ...text.slice(end)];
}
