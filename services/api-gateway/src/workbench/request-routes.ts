import { isId, PAGE_LIMIT_DEFAULT, WORKBENCH_OPERATIONS } from "@flowlix/contracts";
import type { Pool } from "@flowlix/persistence";
import { DomainError } from "@flowlix/runtime";
import { explainId } from "../explain/explain-id.ts";
import { json, type Answer } from "../http/answer.ts";
import type { AuthenticatedRequest } from "../http/route.ts";
import { createQueryReader } from "../query/query-reader.ts";
import { listLines, readLine, type LogPage } from "../request-log/read-log.ts";
import { KEPT_DAYS, LINES_KEPT_OF_MERCHANT } from "../request-log/request-log.ts";
import { logScopeOf } from "./log-scope.ts";

export interface RequestRouteDeps {
  readonly readPool: Pool;
}

const { listRequests } = WORKBENCH_OPERATIONS;

/**
 * GET /workbench/api/requests: the newest page, or those after or before a request, oldest first. Errors: as the
 * query's reader; invalid_search_criteria for two positions at once.
 */
export function createListRequests({ readPool }: RequestRouteDeps) {
  const readQuery = createQueryReader(listRequests.query);
  return async (request: AuthenticatedRequest): Promise<Answer> => {
    const { after = null, before = null, only, limit = PAGE_LIMIT_DEFAULT } = readQuery(request.query);
    if (after !== null && before !== null) {
      const explanation = "after and before exclude each other: send one of them.";
      throw new DomainError("invalid_search_criteria", { param: "before", explanation });
    }
    const page: LogPage = { after, before, limit, onlyErrors: only === "errors" };
    return json(200, await listLines(readPool, logScopeOf(request.caller), page));
  };
}

/** GET /workbench/api/requests/{request_id}. Errors: invalid_request for an id of another shape, object_not_found. */
export async function getRequest(
  { readPool }: RequestRouteDeps,
  request: AuthenticatedRequest,
): Promise<Answer> {
  const { request_id: id } = request.params;
  if (typeof id !== "string" || !isId("request", id))
    throw new DomainError("invalid_request", { param: "request_id", explanation: explainId("request", id) });
  const line = await readLine(readPool, logScopeOf(request.caller), id);
  if (line === null)
    throw new DomainError("object_not_found", { param: "request_id", explanation: explainUnlogged(id) });
  return json(200, {
    ...line,
    request_body: parsed(line.request_body),
    answer_body: parsed(line.answer_body),
  });
}

const explainUnlogged = (id: string): string =>
  `The log has no request ${id} that this key may see: the id is mistyped, of another merchant or mode, or no longer ` +
  `kept. Requests of Sandbox keys are kept for ${KEPT_DAYS} days, the newest ${LINES_KEPT_OF_MERCHANT} of them.`;

const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
