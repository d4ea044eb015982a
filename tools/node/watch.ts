import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { outageSince, readProbes, usageIn, type Outage, type Phase, type Usage } from "./probes.ts";
import type { Node } from "./node.ts";
import { PREFIX } from "./release.ts";
import { API_URL } from "./settings.ts";

/** What is measured while the checks run. */
export interface Watch {
  phase(name: string, work: () => Promise<void>): Promise<void>;
  timed(what: string, work: () => void | Promise<void>): Promise<void>;
  note(what: string, seconds: number): void;
  pass(seconds: number): Promise<void>;
  /** Resolves when merchants are served again for good. */
  recovered(since: number): Promise<Outage>;
  usages(): { readonly phase: Phase; readonly usages: readonly Usage[] }[];
  notes(): readonly { readonly what: string; readonly seconds: number }[];
}

const RECOVERED_WITHIN_MS = 180_000;

/** @param address of the gateway's Service */
export function startWatch(node: Node, address: string): Watch {
  const { machine, token } = node;
  const file = join(machine.folder, "looks.jsonl");
  const watcher = [join(import.meta.dirname, "watcher.ts"), file, API_URL, `http://${address}/v1/health`];
  const certificate = join(machine.folder, "pki/apiserver.crt");
  machine.beside(process.execPath, watcher, { TOKEN: token, NODE_EXTRA_CA_CERTS: certificate });
  const phases: Phase[] = [];
  const notes: { readonly what: string; readonly seconds: number }[] = [];
  return {
    async phase(name, work) {
      const from = Date.now();
      await work();
      phases.push({ name, from, to: Date.now() });
    },
    async timed(what, work) {
      const from = performance.now();
      await work();
      notes.push({ what, seconds: (performance.now() - from) / 1_000 });
    },
    note: (what, seconds) => void notes.push({ what, seconds }),
    pass: (seconds) => pause(seconds * 1_000),
    async recovered(since) {
      for (;;) {
        const outage = outageSince(readProbes(file), since, Date.now());
        if (outage !== undefined) return outage;
        if (Date.now() - since > RECOVERED_WITHIN_MS)
          throw new Error(`merchants are not served ${RECOVERED_WITHIN_MS / 1_000} s after that`);
        await pause(500);
      }
    },
    usages: () => phases.map((phase) => ({ phase, usages: usageIn(readProbes(file), phase, PREFIX) })),
    notes: () => notes,
  };
}
