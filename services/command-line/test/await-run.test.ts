import { expect } from "chai";
import { awaitRun } from "../src/await-run.ts";
import { CliError, EXIT, type ExitCode } from "../src/cli-error.ts";

const RUN_ID = `run_${"A".repeat(24)}`;

describe("who waits for a comparison", () => {
  const asked = { id: RUN_ID, day: "2026-03-10", state: "queued" };
  /** A control API that answers with one error, and what comes of waiting for it, with how often it was asked. */
  async function waited(code: string, exitCode: ExitCode) {
    let times = 0;
    const call = async () => {
      times += 1;
      throw new CliError(exitCode, code, "nobody answers");
    };
    const patience = {
      pollMs: 1,
      // Until it was asked twice, however long that takes.
      get patienceMs() {
        return times < 2 ? 60_000 : 0;
      },
    };
    const error = await awaitRun({ call }, asked, () => undefined, patience).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    return { error, times };
  }

  it("is told how to see what comes of it, where nobody answers any more", async () => {
    const { error, times } = await waited("unavailable", EXIT.failed);
    expect(error).to.include({
      exitCode: EXIT.failed,
      message: `nobody answers; the run ${RUN_ID} goes on by itself, see: reconcile report --date 2026-03-10`,
    });
    expect(times).to.equal(2);
  });

  it("is told at once of what another question would not change", async () => {
    const { error, times } = await waited("not_found", EXIT.notFound);
    expect(error).to.include({ exitCode: EXIT.notFound, message: "nobody answers" });
    expect(times).to.equal(1);
  });
});
