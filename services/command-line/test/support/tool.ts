import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import {
  CONTROL_TOKEN,
  recordOf,
  startGateway,
  type TestGateway,
} from "../../../api-gateway/test/support/gateway.ts";
import { runCli, type CliResult } from "../../src/run-cli.ts";

/** The command-line tool before a real control API, whose services are scripted. */
export interface ToolUnderTest {
  readonly gateway: TestGateway;
  /** As DATA_DIR of a local installation. */
  readonly folder: string;
  /** How the last command that ran said that it goes on. */
  readonly reported: readonly string[];
  readonly run: (...argv: string[]) => Promise<CliResult>;
  /** With --json: the one document. */
  readonly json: (...argv: string[]) => Promise<{ exitCode: number; answer: Record<string, unknown> }>;
}

/** The tool of the surrounding `describe`. */
export function withTool(options: Parameters<typeof startGateway>[0] = {}): ToolUnderTest {
  let gateway: TestGateway | undefined;
  let folder = "";
  const reported: string[] = [];
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway(options);
    folder = mkdtempSync(join(tmpdir(), "flowlix-command-line-"));
    writeFileSync(join(folder, "runtime.json"), JSON.stringify({ control_url: gateway.controlUrl }));
    writeFileSync(join(folder, "control-token"), `${CONTROL_TOKEN}\n`);
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await gateway?.stop();
  });
  const run: ToolUnderTest["run"] = (...argv) => {
    reported.length = 0;
    return runCli(argv, { DATA_DIR: folder }, (line) => void reported.push(line));
  };
  return {
    get gateway() {
      if (gateway === undefined) throw new Error("the gateway is there in tests only");
      return gateway;
    },
    get folder() {
      return folder;
    },
    reported,
    run,
    json: async (...argv) => {
      const { exitCode, stdout, stderr } = await run(...argv, "--json");
      expect(stderr).to.equal("");
      return { exitCode, answer: recordOf(JSON.parse(stdout)) };
    },
  };
}
