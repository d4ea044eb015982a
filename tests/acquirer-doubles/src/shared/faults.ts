import { isObject, type DoubleAnswer, type DoubleRequest } from "./messages.ts";

/** What goes wrong with one request. */
export type Fault =
  /** The connection is reset before anything was executed. */
  | { readonly kind: "drop_before" }
  /** Executed, and then the connection is reset without a byte of an answer. */
  | { readonly kind: "drop_after" }
  /** Answered so, and nothing executed. */
  | { readonly kind: "answer_before"; readonly answer: DoubleAnswer }
  /** Executed, and answered so. */
  | { readonly kind: "answer_after"; readonly answer: DoubleAnswer }
  /** Executed, and half of the right answer sent before the connection is reset. */
  | { readonly kind: "cut" }
  /** Executed, and half of the right answer sent as if it were the whole. */
  | { readonly kind: "half" }
  /** Executed, and never answered. */
  | { readonly kind: "hang" }
  /** Executed, and the answer's JSON changed: `set` replaces properties of the document, or of each entry of a list. */
  | { readonly kind: "changed"; readonly set: Readonly<Record<string, unknown>> };

/** Which requests a fault is for: by method, and by the beginning or the end of a path. */
export interface FaultMatch {
  readonly method?: string;
  readonly path?: string;
  readonly pathEnds?: string;
}

export interface PlannedFault {
  readonly match?: FaultMatch;
  readonly fault: Fault;
  /** For how many requests; 1 unless told. */
  readonly times?: number;
}

const KINDS: ReadonlySet<unknown> = new Set<Fault["kind"]>([
  "drop_before",
  "drop_after",
  "answer_before",
  "answer_after",
  "cut",
  "half",
  "hang",
  "changed",
]);

/** What somebody sends to a double that runs as a program; only its kind is looked at. */
export const isPlannedFault = (value: unknown): value is PlannedFault =>
  isObject(value) && isObject(value["fault"]) && KINDS.has(value["fault"]["kind"]);

/** Which requests go wrong. */
export interface Faults {
  plan(planned: PlannedFault): void;
  /** The fault of a request, used up by it. */
  take(request: DoubleRequest): Fault | null;
  /** Forgets what is planned. */
  clear(): void;
}

export function createFaults(): Faults {
  let planned: { readonly match: FaultMatch; readonly fault: Fault; left: number }[] = [];
  const fits = ({ method, path, pathEnds }: FaultMatch, request: DoubleRequest): boolean =>
    (method === undefined || method === request.method) &&
    (path === undefined || request.path.startsWith(path)) &&
    (pathEnds === undefined || request.path.endsWith(pathEnds));
  return {
    plan: ({ match = {}, fault, times = 1 }) => void planned.push({ match, fault, left: times }),
    take(request) {
      const found = planned.find(({ match }) => fits(match, request));
      if (found === undefined) return null;
      found.left -= 1;
      planned = planned.filter(({ left }) => left > 0);
      return found.fault;
    },
    clear: () => void (planned = []),
  };
}
