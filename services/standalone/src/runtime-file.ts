import { readFileSync } from "node:fs";
import { removeFile, writeWhole } from "./atomic-file.ts";

export interface RunningProcess {
  readonly service: string;
  readonly pid: number;
  /** Where /livez, /readyz and /metrics are; null for programs that have none. */
  readonly admin_url: string | null;
  /** Of a gateway after the first: its own address; `public_url` of the installation is the first one's. */
  readonly public_url?: string;
}

/** `$DATA_DIR/runtime.json`: what runs, for the command-line tool and for people. */
export interface RuntimeState {
  readonly public_url: string;
  readonly control_url: string;
  readonly acquirer: { readonly url: string; readonly admin_url: string };
  readonly processes: readonly RunningProcess[];
}

export interface RuntimeFile {
  /** A process began, or began again under another pid; `slot` names its place, such as `payments-2`. */
  started(slot: string, process: RunningProcess): void;
  ended(slot: string): void;
  /** Nothing runs any more: no file. */
  remove(): void;
}

/** Keeps the file equal to what runs: written whole with every change, in one place. */
export function createRuntimeFile(path: string, addresses: Omit<RuntimeState, "processes">): RuntimeFile {
  const processes = new Map<string, RunningProcess>();
  const write = () => {
    const state: RuntimeState = { ...addresses, processes: [...processes.values()] };
    writeWhole(path, `${JSON.stringify(state, null, 2)}\n`);
  };
  return {
    started(slot, process) {
      processes.set(slot, process);
      write();
    },
    ended(slot) {
      if (processes.delete(slot)) write();
    },
    remove: () => removeFile(path),
  };
}

/** Processes named by the file of an earlier run; none when there is no file that can be read. */
export function processesLeftBehind(path: string): readonly RunningProcess[] {
  try {
    const state: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (
      typeof state !== "object" ||
      state === null ||
      !("processes" in state) ||
      !Array.isArray(state.processes)
    )
      return [];
    return state.processes.filter(isRunningProcess);
  } catch {
    return [];
  }
}

function isRunningProcess(value: unknown): value is RunningProcess {
  return (
    typeof value === "object" &&
    value !== null &&
    "pid" in value &&
    Number.isInteger(value.pid) &&
    "service" in value
  );
}
