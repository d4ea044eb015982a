import type { Failure } from "../failure.ts";
import type { Style } from "./style.ts";

/** An error for people: what is wrong, where, and which page tells more. */
export function failureText({ message, facts }: Failure, style: Style): string {
  const { code, status, param, doc_url, request_id, errors = [] } = facts;
  const others = errors.slice(1).map((one) => ["also", one.message] as const);
  const lines = [
    ...(status === undefined ? [] : [["error", `${code} (HTTP ${status})`] as const]),
    ...(param === undefined ? [] : [["param", param] as const]),
    ...others,
    ...(doc_url === undefined ? [] : [["more", doc_url] as const]),
    ...(request_id === undefined ? [] : [["request", request_id] as const]),
  ];
  const rows = lines.map(([name, text]) => `  ${style("dim", name.padEnd(8))}${text}\n`);
  return `${style("red", "flowlix:")} ${message}\n${rows.join("")}`;
}
