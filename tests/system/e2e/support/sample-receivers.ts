import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { waitFor } from "@flowlix/testkit";
import { pythonWith } from "../../clients/python-environment.ts";

/** What merchants' developers are given (docs/webhooks.md). */
export const SAMPLES = fileURLToPath(new URL("../../../../docs/webhooks/", import.meta.url));
const INSTALLED = fileURLToPath(new URL("../../../../node_modules/", import.meta.url));

/** A sample that receives deliveries, and how it is run where its language is at hand. */
export interface Sample {
  readonly name: string;
  /** Whether it remembers by itself what it took. */
  readonly remembers?: false;
  /** Null where it can be run; else what is missing. */
  missing(): string | null;
  /** `folder` is for what has to be built first. */
  command(folder: string): readonly [program: string, ...args: string[]];
}

/** Whether a program is on this machine. */
export const answers = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: "ignore" }).status === 0;

const sample = (file: string) => join(SAMPLES, file);

let python: { readonly path: string | undefined } | undefined;
/** The Python of the sample that uses a library. It is asked for by the first test that needs it, once. */
function withItsLibrary(): string | undefined {
  python ??= { path: pythonWith("webhooks") };
  return python.path;
}

export const RECEIVERS: readonly Sample[] = [
  {
    name: "receiver.mjs",
    missing: () => null,
    command: () => [process.execPath, sample("receiver.mjs")],
  },
  {
    name: "receiver.py",
    missing: () => (answers("python3", "--version") ? null : "there is no python3"),
    command: () => ["python3", "-B", sample("receiver.py")],
  },
  {
    name: "receiver.go",
    missing: () => (answers("go", "version") ? null : "there is no go"),
    command: (folder) => {
      const program = join(folder, "receiver-go");
      execFileSync("go", ["build", "-o", program, sample("receiver.go")], { cwd: folder });
      return [program];
    },
  },
  {
    name: "Receiver.java",
    missing: () => (answers("java", "--version") ? null : "there is no java"),
    command: () => ["java", sample("Receiver.java")],
  },
  {
    name: "receiver.php",
    // Each request is a run of its own.
    remembers: false,
    missing: () => (answers("php", "--version") ? null : "there is no php"),
    command: () => ["php", "-S", "127.0.0.1:0", sample("receiver.php")],
  },
  {
    name: "standard-webhooks.mjs",
    missing: () =>
      existsSync(join(INSTALLED, "standardwebhooks")) ? null : "standardwebhooks is not installed",
    command: () => [process.execPath, sample("standard-webhooks.mjs")],
  },
  {
    name: "standard_webhooks.py",
    missing: () => (withItsLibrary() === undefined ? "there is no Python with standardwebhooks" : null),
    command: () => [withItsLibrary() ?? "python3", "-B", sample("standard_webhooks.py")],
  },
];

export interface RunningReceiver {
  readonly url: string;
  /** Each event that it took, as `id type`. */
  lines(): readonly string[];
  stop(): Promise<void>;
}

/** Of the samples, and of PHP's own server. */
const LISTENING = /(?:^listening on |\(http:\/\/127\.0\.0\.1:)([0-9]+)\)?/m;
/** Java compiles its sample first. */
const START_TIMEOUT_MS = 45_000;

export async function startSample(one: Sample, folder: string, secret: string): Promise<RunningReceiver> {
  const [program, ...args] = one.command(folder);
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: "0" };
  // The guard of the folder ends whatever names it, should this process be killed.
  const child = spawn(program, [...args, folder], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  const keep = (chunk: Buffer) => void (printed += chunk.toString());
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const port = await waitFor(
    `${one.name} to listen`,
    () => {
      if (child.exitCode !== null) throw new Error(printed);
      return LISTENING.exec(printed)?.[1];
    },
    START_TIMEOUT_MS,
  );
  return {
    url: `http://127.0.0.1:${port}/`,
    lines: () => printed.match(/\bevt_[A-Za-z0-9]{24} [a-z_.]+/g) ?? [],
    stop: () => ended(child),
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}
