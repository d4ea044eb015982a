import { expect } from "chai";
import { awaitCompared } from "../src/await-compared.ts";
import { CliError, EXIT } from "../src/cli-error.ts";
import { CHECKED } from "../../api-gateway/test/support/scripted-journal.ts";

const check = (service: string, changes: object = {}) => ({ service, ...CHECKED, ...changes });
const DONE = { checks: [check("payments"), check("refunds")], findings: [], missing: [] };
const ROUND = { ...DONE, checks: [check("payments", { asked: { days: 0, round: { done: 3, total: 9 } } })] };
const AWAY = { ...DONE, checks: [check("refunds")], missing: ["payments"] };

describe("who waits for the journal's check", () => {
  /**
   * A control API that answers one after the other, the last one again and again; what comes of waiting for it, with
   * a patience of so many questions.
   */
  async function waited(answers: readonly object[], { questions = Infinity, unasked = [] as string[] } = {}) {
    const reported: string[] = [];
    let times = 0;
    const call = async () => {
      const answer = answers[Math.min(times, answers.length - 1)];
      times += 1;
      if (answer instanceof CliError) throw answer;
      return answer;
    };
    const answer = await awaitCompared(
      { call },
      { unasked, limit: undefined },
      (line) => reported.push(line),
      {
        pollMs: 1,
        get patienceMs() {
          return times < questions ? 60_000 : 0;
        },
      },
    ).catch((error: unknown) => error);
    return { answer, reported, times };
  }
  const unavailable = new CliError(EXIT.failed, "unavailable", "nobody answers");

  it("is told how far each owner is, once, until all of it is compared", async () => {
    const day = { ...DONE, checks: [check("payments", { asked: { days: 1, round: null } })] };
    expect(await waited([ROUND, ROUND, day, DONE])).to.deep.equal({
      answer: { ...DONE, not_compared: [] },
      reported: ["payments: 3 of 9 days are compared", "payments: days left to be compared: 1"],
      times: 4,
    });
  });

  it("does not take an owner that is away, or an answer that is lost, for done", async () => {
    const { answer, reported } = await waited([ROUND, AWAY, unavailable, AWAY, DONE]);
    expect(answer).to.deep.equal({ ...DONE, not_compared: [] });
    expect(reported).to.deep.equal([
      "payments: 3 of 9 days are compared",
      "the findings of payments: payments does not answer",
    ]);
  });

  it("waits no longer for an owner that stays away, which is named", async () => {
    const { answer, times } = await waited([AWAY], { questions: 3 });
    expect(answer).to.deep.equal({ ...AWAY, not_compared: ["payments"] });
    expect(times).to.equal(3);
  });

  it("waits no longer for an owner whose journal is not compared any more, and names it", async () => {
    const stuck = {
      ...DONE,
      checks: [check("payments", { is_current: false, asked: { days: 1, round: null } }), check("refunds")],
    };
    const { answer } = await waited([stuck], { questions: 3 });
    expect(answer).to.deep.equal({ ...stuck, not_compared: ["payments"] });
  });

  it("waits for nobody where an owner could not be asked", async () => {
    const { answer, times } = await waited([ROUND], { unasked: ["refunds"] });
    expect(answer).to.deep.equal({ ...ROUND, not_compared: ["refunds", "payments"] });
    expect(times).to.equal(1);
  });

  it("is told how to see what comes of it, where nobody answers any more", async () => {
    const { answer } = await waited([unavailable], { questions: 3 });
    expect(answer).to.include({
      exitCode: EXIT.failed,
      message: "nobody answers; the comparison goes on by itself, see: ledger check",
    });
  });
});
