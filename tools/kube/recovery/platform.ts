import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitFor } from "@flowlix/testkit";
import { ROOT } from "../../charts/tools.ts";
import { FIRST_PAYMENT } from "../../../services/standalone/src/banner.ts";

const READY = "Stop with Ctrl-C.";
const WITHIN_MS = 240_000;

/**
 * What the pods of the platform do, as one process of this machine, on whatever database their owner's address leads
 * to. `flowlix` in a pod is the tool against it.
 */
export class Platform {
  readonly #folder: string;
  readonly #ready: string;
  #child: ChildProcess | undefined;
  #said = "";

  /** `programs` is where `kubectl exec` finds what it is to run. */
  constructor(folder: string, programs: string) {
    this.#folder = folder;
    this.#ready = join(folder, "ready");
    mkdirSync(folder);
    const cli = join(ROOT, "services/command-line/src/main.ts");
    const script = `#!/bin/sh
tries=0
until [ -e '${this.#ready}' ]; do
  tries=$((tries + 1))
  [ $tries -lt 600 ] || exit 1
  sleep 0.2
done
DATA_DIR='${join(folder, "data")}' exec '${process.execPath}' '${cli}' "$@"
`;
    writeFileSync(join(programs, "flowlix"), script);
    chmodSync(join(programs, "flowlix"), 0o755);
  }

  /** Starts or stops it, as there are pods. */
  async follow(hasPods: boolean, databaseUrl: () => string): Promise<void> {
    if (hasPods && this.#child === undefined) await this.#start(databaseUrl());
    if (!hasPods && this.#child !== undefined) await this.stop();
  }

  get isUp(): boolean {
    return this.#child !== undefined && this.#said.includes(READY);
  }

  /** A Payment's id. */
  async pay(): Promise<string> {
    const { status, body } = await this.#call("POST", "/v1/payments", FIRST_PAYMENT);
    if (status !== 201) throw new Error(`the payment was answered ${status}: ${JSON.stringify(body)}`);
    return String(Object(body).id);
  }

  async statusOf(id: string): Promise<number> {
    return (await this.#call("GET", `/v1/payments/${id}`)).status;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    rmSync(this.#ready, { force: true });
    if (child === undefined || child.exitCode !== null) return;
    const end = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await end;
  }

  async #start(databaseUrl: string): Promise<void> {
    const env = {
      PATH: process.env["PATH"] ?? "",
      HOME: process.env["HOME"] ?? "",
      DATA_DIR: join(this.#folder, "data"),
      DATABASE_URL: databaseUrl,
      ROLE_PREFIX: "flowlix",
      PORT: "0",
      ADMIN_PORT: "0",
      CONTROL_PORT: "0",
    };
    const main = join(ROOT, "services/standalone/src/main.ts");
    const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    this.#said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (this.#said += text));
    await waitFor("the platform", () => this.isUp || child.exitCode !== null, WITHIN_MS);
    if (!this.isUp)
      throw new Error(`the platform ended with ${child.exitCode}:\n${this.#said.slice(-4_000)}`);
    writeFileSync(this.#ready, "");
  }

  async #call(method: string, path: string, body?: object): Promise<{ status: number; body: unknown }> {
    const data = join(this.#folder, "data");
    const { public_url: url }: { public_url: string } = JSON.parse(
      readFileSync(join(data, "runtime.json"), "utf8"),
    );
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${readFileSync(join(data, "demo-key"), "utf8").trim()}`,
        "content-type": "application/json",
        ...(body === undefined ? {} : { "idempotency-key": randomUUID() }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  }
}
