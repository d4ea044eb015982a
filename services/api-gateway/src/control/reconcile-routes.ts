import {
  DIFFERENCES_OF_LIST_MAX,
  type Difference,
  type StatementRun,
  type TaskStatus,
  faultOfDay,
  type Missing,
} from "@flowlix/contracts";
import type { Offering } from "../offering.ts";
import type { ReconcilerClient } from "../reconciler-client.ts";
import { modeOf, type Mode } from "../store/mode.ts";
import { Refusal } from "../store/refusal.ts";
import { askAny } from "./ask-each.ts";
import { flagArg, idArg, integerArg, textArg, type ControlRequest } from "./control-request.ts";
import type { ControlRoute } from "./control-server.ts";

const CALL_TIMEOUT_MS = 10_000;
const NOTE_LENGTH_MAX = 2_000;
const LIST = { min: 1, max: DIFFERENCES_OF_LIST_MAX, default: 100 };

export interface ReconcileRouteDeps {
  readonly reconciler: ReconcilerClient;
  /** Every service that repeats something beside the reconciler, by name. */
  readonly jobOwners: Offering<"listJobs">;
}

/** What the services that answer repeat, and whose tasks are missing. */
export interface TasksAnswer extends Missing {
  readonly tasks: readonly TaskStatus[];
}

type InMode<T> = Omit<T, "livemode"> & { readonly mode: Mode };

export interface ReportAnswer {
  readonly run: InMode<StatementRun> | null;
  readonly failed_since: InMode<StatementRun> | null;
  readonly differences: readonly InMode<Difference>[];
  readonly not_compared: readonly { readonly day: string; readonly error: string | null }[];
}

const callOf = ({ requestId }: ControlRequest) => ({ requestId, timeoutMs: CALL_TIMEOUT_MS });

function inMode<T extends { readonly livemode: boolean }>({ livemode, ...rest }: T) {
  return { ...rest, mode: modeOf(livemode) };
}

/** What all services repeat, and the comparison of the provider's statement with our books. */
export function reconcileRoutes({ reconciler, jobOwners }: ReconcileRouteDeps): readonly ControlRoute[] {
  return [
    {
      method: "GET",
      path: "/reconciler/tasks",
      handle: (request) => listTasks({ ...jobOwners, reconciler: { listJobs: reconciler.status } }, request),
    },
    {
      method: "POST",
      path: "/reconciler/runs",
      handle: async (request) => {
        const day = dayArg(request) ?? "yesterday";
        const params = { day, provider_account: accountArg(request), actor: request.actor };
        return inMode(await reconciler.startStatementRun(params, callOf(request)).catch(asArgument));
      },
    },
    {
      method: "GET",
      path: "/reconciler/runs/:run_id",
      handle: async (request) => {
        const run_id = idArg(request, "statement_run", "run_id");
        return inMode(await reconciler.readStatementRun({ run_id }, callOf(request)));
      },
    },
    { method: "GET", path: "/reconciler/report", handle: (request) => report(reconciler, request) },
    {
      method: "GET",
      path: "/reconciler/sources",
      handle: async (request) => {
        const { sources } = await reconciler.listSources({}, callOf(request));
        return { sources: sources.map(inMode) };
      },
    },
    {
      method: "GET",
      path: "/reconciler/differences",
      handle: async (request) => {
        const params = { all: flagArg(request, "all") === true, limit: integerArg(request, "limit", LIST) };
        const { differences } = await reconciler.listDifferences(params, callOf(request));
        return { differences: differences.map(inMode) };
      },
    },
    {
      method: "POST",
      path: "/reconciler/differences/:difference_id/resolve",
      handle: async (request) => {
        const params = {
          difference_id: idArg(request, "difference", "difference_id"),
          actor: request.actor,
          note: textArg(request, "note", NOTE_LENGTH_MAX),
        };
        const { changed, difference } = await reconciler.resolveDifference(params, callOf(request));
        if (!changed) throw new Refusal("refused", resolvedBefore(difference));
        return inMode(difference);
      },
    },
  ];
}

async function listTasks(
  owners: ReconcileRouteDeps["jobOwners"],
  request: ControlRequest,
): Promise<TasksAnswer> {
  const { answers, missing, failed } = await askAny(owners, request.requestId, (owner) =>
    owner.listJobs({}, callOf(request)),
  );
  const tasks = answers.flatMap((answer) => answer.tasks);
  return { tasks: tasks.toSorted((a, b) => (a.task < b.task ? -1 : 1)), missing, failed };
}

async function report(reconciler: ReconcilerClient, request: ControlRequest): Promise<ReportAnswer> {
  const params = {
    day: dayArg(request),
    provider_account: accountArg(request),
    limit: integerArg(request, "limit", LIST),
  };
  const { run, failed_since, differences, not_compared } = await reconciler
    .reportStatement(params, callOf(request))
    .catch(asArgument);
  return {
    run: run === null ? null : inMode(run),
    failed_since: failed_since === null ? null : inMode(failed_since),
    differences: differences.map(inMode),
    not_compared,
  };
}

const resolvedBefore = ({ resolved_by, resolved_at }: Difference): string =>
  `it is resolved already, by ${resolved_by} at ${new Date((resolved_at ?? 0) * 1000).toISOString().replace(".000Z", "Z")}`;

const badDate = (rule: string): Refusal => new Refusal("invalid_argument", `date ${rule}`, "date");

/** Null where no day is named. */
function dayArg({ args }: ControlRequest): string | null {
  const { date } = args;
  if (date === undefined) return null;
  if (typeof date !== "string") throw badDate("must be a text");
  const fault = faultOfDay(date);
  if (fault !== null) throw badDate(fault);
  return date;
}

/** Null for the installation's own acquirer. */
function accountArg({ args }: ControlRequest): string | null {
  const { account } = args;
  if (account === undefined) return null;
  if (typeof account !== "string" || !ACCOUNT.test(account))
    throw new Refusal("invalid_argument", "account must be the id of an acquirer account", "account");
  return account;
}

const ACCOUNT = /^acq_[A-Za-z0-9]{24}$/;

/** What only the reconciler knows: of a day its clock and the provider's cut-off, of an account whether it is one. */
function asArgument(error: unknown): never {
  const param = error instanceof Error && "param" in error ? error.param : undefined;
  if (param === "day") throw badDate("must be a day that has begun");
  if (param === "account")
    throw new Refusal(
      "invalid_argument",
      "account must be one that is in use and whose statements can be read",
      "account",
    );
  throw error;
}
