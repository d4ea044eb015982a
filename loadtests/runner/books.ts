import type { Platform } from "./installation.ts";

/** The platform's own checks of its books at the end. Each has to find nothing. */
const CHECKS = [
  ["ledger check", ["ledger", "check"]],
  ["reconcile", ["reconcile", "run", "--date", "today"]],
] as const;

/** @returns what is wrong, in words; empty where all is well */
export async function checkBooks(
  { cli }: Pick<Platform, "cli">,
  progress: (text: string) => void,
): Promise<string[]> {
  const problems: string[] = [];
  for (const [name, args] of CHECKS) {
    const today = new Date().toISOString().slice(0, 10);
    const { code, output } = await cli(...args.map((arg) => (arg === "today" ? today : arg)));
    progress(`${name}: ${code === 0 ? "nothing found" : `exit code ${code}`}`);
    if (code !== 0) problems.push(`${name} ended with ${code}: ${output.slice(-2_000)}`);
  }
  const { output } = await cli("anomaly", "list", "--json");
  const anomalies = anomaliesIn(output);
  if (anomalies > 0) problems.push(`${anomalies} anomalies: ${output.slice(0, 2_000)}`);
  return problems;
}

function anomaliesIn(output: string): number {
  const listed: unknown = JSON.parse(output);
  const rows = Array.isArray(listed) ? listed : Object.values(Object(listed)).find(Array.isArray);
  return Array.isArray(rows) ? rows.length : 0;
}
