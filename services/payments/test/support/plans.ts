import { query, type Pool } from "@flowlix/persistence";

/** What of a plan says how much it reads; Refunds apart, which are read for rows that have been found. */
export interface Plan {
  /** Indexes that were read, in the order of the plan. */
  readonly scans: string[];
  /** Rows that were looked at; 0 where the statement was only planned. */
  readonly examined: number;
  /** A table is read from end to end somewhere. */
  readonly sequential: boolean;
}

interface Node {
  readonly "Node Type": string;
  readonly "Index Name"?: string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Parent Relationship"?: string;
  readonly Plans?: readonly Node[];
}

/** The plan that a statement gets for its values on one connection of the pool, and what came of it if it is run. */
export async function planOf(
  pool: Pool,
  { text, values }: { readonly text: string; readonly values: readonly unknown[] },
  run: "run" | "plan only",
): Promise<Plan> {
  const options = run === "run" ? "analyze, buffers, format json" : "format json";
  const [row] = await query<{ "QUERY PLAN": [{ Plan: Node }] }>(pool, {
    text: `explain (${options}) ${text}`,
    values,
  });
  if (row === undefined) throw new Error("nothing was explained");
  const nodes = [...nodesOf(row["QUERY PLAN"][0].Plan)];
  const rows = nodes.filter(isTableRead);
  return {
    scans: nodes.flatMap((node) => node["Index Name"] ?? []),
    examined: rows.reduce(
      (sum, node) => sum + (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0),
      0,
    ),
    sequential: nodes.some((node) => node["Node Type"].includes("Seq Scan")),
  };
}

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const child of node.Plans ?? []) if (child["Parent Relationship"] !== "SubPlan") yield* nodesOf(child);
}

/** Nodes that hand out rows of the table; a bitmap of an index only says where they are. */
const isTableRead = (node: Node): boolean => node["Relation Name"] !== undefined;
