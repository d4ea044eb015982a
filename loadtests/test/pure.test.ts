import { createHmac } from "node:crypto";
import { expect } from "chai";
import { DECLINES, ordinaryAmount } from "../data/amounts.ts";
import { findsHangsOnly, loadOf, PROFILE_NAMES, PROFILES, secondsOf } from "../data/profiles.ts";
import { ORCHESTRATED, TEST_NAMES } from "../data/tests.ts";
import { absolute, formAction, inputValue, refreshTarget, stateOf } from "../lib/html.ts";
import { chooseWeighted, pick, randomOf } from "../lib/random.ts";
import { referenceOf, RUNS_MAX, STEPS_MAX } from "../lib/references.ts";
import { compareWithBefore, kneeOf, markdownOf, reportOf } from "../lib/report.ts";
import { MIXED_WEIGHTS, STEADY_WEIGHTS } from "../lib/weights.ts";
import { createSink, isSigned } from "../verifier/sink.ts";
import { daysSince } from "../verifier/sources.ts";

const SEEDS = Array.from({ length: 2_000 }, (_, index) => index);

describe("dice of a run", () => {
  it("are the same for the same seeds, differ for others, and stay below one", () => {
    const values = SEEDS.map((seed) => randomOf(1, 0, seed));
    expect(SEEDS.map((seed) => randomOf(1, 0, seed))).to.deep.equal(values);
    expect(new Set(values).size).to.be.greaterThan(1_990);
    expect(values.every((value) => value >= 0 && value < 1)).to.equal(true);
  });

  it("choose each name about as often as its weight says", () => {
    const chosen = SEEDS.map((seed) => chooseWeighted({ often: 90, seldom: 10 }, randomOf(seed)));
    expect(chosen.filter((name) => name === "seldom").length).to.be.within(120, 280);
    expect(chooseWeighted({ only: 1 }, 0.999_999)).to.equal("only");
    expect(pick(["a", "b"], 0.5)).to.equal("b");
    expect(() => pick([], 0)).to.throw("nothing to choose");
  });

  it("give amounts without a meaning of their own", () => {
    const amounts = SEEDS.map((seed) => ordinaryAmount(randomOf(seed)));
    expect(Math.min(...amounts)).to.be.at.least(1_000);
    expect(Math.max(...amounts)).to.be.below(Math.min(...DECLINES));
  });

  it("weights are out of a hundred", () => {
    for (const weights of [MIXED_WEIGHTS, STEADY_WEIGHTS])
      expect(Object.values(weights).reduce((sum, weight) => sum + weight, 0)).to.equal(100);
  });
});

describe("references of creates", () => {
  it("have ten digits and are never two creates' own", () => {
    const places = [0, RUNS_MAX - 1].flatMap((run) =>
      [0, 7].flatMap((scenario) =>
        [0, 1, 2_000_000].flatMap((iteration) =>
          [0, STEPS_MAX - 1].map((step) => referenceOf(run, scenario, iteration, step)),
        ),
      ),
    );
    expect(new Set(places).size).to.equal(places.length);
    for (const reference of places) expect(String(reference)).to.match(/^[1-9]\d{9}$/);
  });

  it("are refused where there is none left", () => {
    for (const place of [
      [RUNS_MAX, 0, 0, 0],
      [0, 8, 0, 0],
      [0, 0, 2_100_000, 0],
      [0, 0, 0, STEPS_MAX],
    ] as [number, number, number, number][])
      expect(() => referenceOf(...place)).to.throw("no reference is left");
  });
});

describe("pages as a browser reads them", () => {
  const html =
    '<meta charset="utf-8"><meta http-equiv="refresh" content="0;url=https://bank.example/c?a=1&amp;b=2"><main id="m" data-state="challenge">' +
    '<form id="f" method="post" action="/pay/p/t?lang=de&amp;go=1"><input type="hidden" name="form-token" value="a&quot;b"><input name="email"></form>';

  it("say their state, their form, its values and where they lead", () => {
    expect([
      stateOf(html),
      formAction(html),
      inputValue(html, "form-token"),
      inputValue(html, "email"),
    ]).to.deep.equal(["challenge", "/pay/p/t?lang=de&go=1", 'a"b', ""]);
    expect(refreshTarget(html)).to.equal("https://bank.example/c?a=1&b=2");
    expect([stateOf("<p>"), formAction("<p>"), refreshTarget("<p>")]).to.deep.equal(["", "", null]);
  });

  it("link to their own host unless they name another", () => {
    const base = "http://127.0.0.1:3000/pay/p/t?x=1";
    expect(absolute(base, "/pay/p/t/status")).to.equal("http://127.0.0.1:3000/pay/p/t/status");
    expect(absolute(base, "https://bank.example/c")).to.equal("https://bank.example/c");
  });
});

describe("profiles", () => {
  it("ci and laptop have every test, every profile a smoke test", () => {
    for (const profile of ["ci", "laptop"] as const)
      expect(Object.keys(PROFILES[profile].tests)).to.have.members([...TEST_NAMES]);
    for (const profile of PROFILE_NAMES) expect(() => loadOf("smoke", profile)).not.to.throw();
  });

  it("ci is bounded: loads that are not ended by the runner come to less than three minutes", () => {
    const fixed = TEST_NAMES.filter((test) => !ORCHESTRATED.includes(test));
    expect(fixed.reduce((sum, test) => sum + secondsOf(loadOf(test, "ci")), 0)).to.be.below(180);
  });

  it("the time of recovery is a minute at most, however long phases are made", () => {
    expect(secondsOf(loadOf("spike", "laptop"), 10)).to.equal(40);
    expect(secondsOf(loadOf("spike", "laptop"), 300)).to.equal(960);
  });

  it("only ci says of its limits that they find what hangs", () => {
    expect(PROFILE_NAMES.filter(findsHangsOnly)).to.deep.equal(["ci"]);
  });

  it("a wrong name is answered with those that there are", () => {
    expect(() => loadOf("smoke", "desktop")).to.throw(
      'there is no profile "desktop"; there are ci, laptop, cluster, soak',
    );
    expect(() => loadOf("smok", "ci")).to.throw('there is no test "smok"; there are smoke, mixed');
    expect(() => loadOf("mixed", "soak")).to.throw('profile "soak" has no test "mixed"; it has smoke, soak');
  });
});

describe("the report", () => {
  const data = {
    state: { testRunDurationMs: 12_345 },
    metrics: {
      lost_money: {
        type: "counter",
        contains: "default",
        values: { count: 1 },
        thresholds: { "count==0": { ok: false } },
      },
      "http_req_duration{name:create_payment}": {
        type: "trend",
        contains: "time",
        values: { count: 3, med: 10, "p(95)": 20.456, "p(99)": 30, max: 31 },
        thresholds: { "p(95)<300": { ok: true } },
      },
    },
  };

  it("fails with any threshold, names it, and has the values that were measured", () => {
    const report = reportOf("mixed", "ci", data);
    expect([report.passed, report.seconds]).to.deep.equal([false, 12.3]);
    expect(report.thresholds.map(({ limit, value, ok }) => [limit, value, ok])).to.deep.equal([
      ["count==0", 1, false],
      ["p(95)<300", 20.456, true],
    ]);
    expect(markdownOf(report))
      .to.include("FAILED")
      .and.include("Failed: lost_money count==0")
      .and.include("| 20.46 |");
  });

  it("passes only where there were thresholds and all held", () => {
    const { lost_money: lost, ...held } = data.metrics;
    expect(lost.values.count).to.equal(1);
    expect(reportOf("mixed", "ci", { metrics: held }).passed).to.equal(true);
    expect(reportOf("mixed", "ci", { metrics: {} }).passed).to.equal(false);
  });

  it("says when, of what, with which dice, against whom and with which k6 it was measured", () => {
    const run = {
      started_at: "2026-11-22T12:00:00.000Z",
      revision: "abc",
      seed: 7,
      target: "http://127.0.0.1:3000",
      k6: "1.8.1",
      phase_seconds: 9,
    };
    const report = markdownOf({ ...reportOf("mixed", "ci", data), run, notes: ["It claims nothing."] });
    expect(report)
      .to.include(
        "2026-11-22T12:00:00.000Z · http://127.0.0.1:3000 · revision abc · seed 7 · k6 1.8.1 · phases of 9 s",
      )
      .and.include("\nIt claims nothing.\n");
  });
});

describe("what is checked when k6 has ended", () => {
  it("a spike fails by creates that are not again as quick as before it, whatever the limits are", () => {
    const compared = (before: number | null, after: number | null) => {
      const trend = (value: number | null) => ({
        type: "trend",
        contains: "time",
        values: value === null ? {} : { "p(95)": value },
        thresholds: { "p(95)<3000": { ok: true } },
      });
      const report = reportOf("spike", "ci", { metrics: { before: trend(before), after: trend(after) } });
      return compareWithBefore(report, { before: "before", after: "after", slackMs: 50 });
    };
    expect([compared(100, 200).passed, compared(100, 201).passed]).to.deep.equal([true, false]);
    expect([compared(null, 10).passed, compared(10, null).passed]).to.deep.equal([false, false]);
    expect(compared(100, 201).thresholds?.at(-1)).to.deep.equal({
      metric: "after",
      limit: "p(95) as before: <=200, 1.5 times 100 and 50 ms",
      ok: false,
      value: 201,
    });
  });

  it("the knee is the last step before the first that broke", () => {
    const step = (rate: number, p95: number | null, dropped = 0) => ({
      name: `step_${rate}`,
      rate,
      p95,
      dropped,
    });
    expect(kneeOf([step(5, 20), step(15, 30), step(40, 900)], 500))
      .to.include("15/s is the last step")
      .and.include("40/s is not");
    expect(kneeOf([step(5, 20), step(15, 30, 2)], 500)).to.include("5/s is the last step");
    expect(kneeOf([step(5, 20)], 500)).to.include("not reached; 5/s");
    expect(kneeOf([step(5, null)], 500)).to.include("below the first step");
  });
});

describe("the sink of webhooks", () => {
  const secret = "whsec_c2VjcmV0";
  const body = JSON.stringify({
    id: "evt_1",
    type: "payment.succeeded",
    created_at: 1_000,
    data: { payment: { id: "pay_1" } },
  });
  const signature = `t=7,v1=${createHmac("sha256", secret).update(`7.${body}`).digest("hex")}`;

  it("takes what its merchant's secret has signed, once", () => {
    const sink = createSink(() => 1_001_700);
    sink.trust("mer_1", secret);
    expect([sink.take("mer_1", signature, body), sink.take("mer_1", signature, body)]).to.deep.equal([
      true,
      true,
    ]);
    expect([...(sink.events.get("pay_1") ?? [])]).to.deep.equal(["payment.succeeded"]);
    expect([sink.arrived(), sink.delaysMs(), sink.delaysMs()]).to.deep.equal([1, [1_200], []]);
  });

  it("counts nothing that is not signed so", () => {
    const sink = createSink();
    sink.trust("mer_1", secret);
    expect(sink.take("mer_1", signature, body.replace("pay_1", "pay_2"))).to.equal(false);
    expect(sink.take("mer_2", signature, body)).to.equal(false);
    expect(isSigned(secret, "v1=00", body)).to.equal(false);
    expect(sink.arrived()).to.equal(0);
  });
});

describe("days of statements", () => {
  it("are all from the first run's to today's, in UTC", () => {
    expect(daysSince(Date.UTC(2026, 1, 27, 23, 59) / 1_000, Date.UTC(2026, 2, 1, 0, 1))).to.deep.equal([
      "2026-02-27",
      "2026-02-28",
      "2026-03-01",
    ]);
  });
});
