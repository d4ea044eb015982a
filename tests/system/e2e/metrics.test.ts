import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readMetricCatalogue, type CataloguedMetric } from "@flowlix/runtime/metric-catalogue";
import { expect } from "chai";
import { SERVICES } from "../../../services/standalone/src/services.ts";
import { paymentOf } from "./support/api.ts";
import { readExposition, type ExposedMetric } from "./support/exposition.ts";
import { payoutOf, payoutsOf } from "./support/payouts.ts";
import { IN_PROCESS, OVER_NATS, TEST_TIMEOUT_MS, withPlatform } from "./support/platform.ts";
import { refundOf, refundsOf } from "./support/refunds.ts";
import { startInbox, webhooksOf } from "./support/webhooks.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** What a scrape of one program may cost (docs/design/operations.md#metrics). */
const SERIES_MAX = 1_500;
const CATALOGUE = readMetricCatalogue();
const PROGRAMS = SERVICES.map(({ name }) => name).toSorted();

const isOf = (service: string) => (metric: CataloguedMetric) =>
  metric.services === "all" || metric.services.includes(service);
/** Of an installation with the default settings. */
const isAlways = ({ onlyWith }: CataloguedMetric): boolean => onlyWith === undefined;

describe("the metric catalogue, against every process of an installation", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const platform = withPlatform(OVER_NATS);
  const refunds = refundsOf(platform);
  const payouts = payoutsOf(platform);
  const texts = new Map<string, string>();
  const exposed = new Map<string, ExposedMetric[]>();

  before("do a little of everything, then scrape", async () => {
    await beBusy();
    for (const { service, admin_url: url } of platform().installation().runtime().processes) {
      if (url === null) continue;
      const text = await (await fetch(`${url}/metrics`)).text();
      texts.set(service, text);
      exposed.set(service, readExposition(text));
    }
  });

  async function beBusy(): Promise<void> {
    const { api } = platform();
    const inbox = await startInbox();
    try {
      const webhooks = webhooksOf(api);
      const endpoint = await webhooks.create(inbox.receiver.url);
      const key = randomUUID();
      const { id } = paymentOf(await api.create({ key, amount: 10_000 }));
      expect(paymentOf(await api.create({ key, amount: 10_000 })).id).to.equal(id);
      expect((await api.create({ key, amount: 10_001 })).status).to.equal(409);
      expect(paymentOf(await api.create({ amount: 100_051 })).status).to.equal("FAILED");
      expect(paymentOf(await api.create({ amount: 104_099 })).status).to.equal("PROCESSING");
      const refund = refundOf(await refunds.send(id, 1_200));
      await refunds.becomes(refund.id, "SUCCEEDED");
      expect(payoutOf(await payouts.send({ amount: 106_000 })).status).to.equal("SUCCEEDED");
      expect((await platform().apiFor("api_test_sk_none").read(id)).status).to.equal(401);
      expect((await api.send("GET", "/nowhere")).status).to.equal(404);
      await inbox.arrived("payment.succeeded", id);
      await webhooks.delivered(
        endpoint.id,
        "the result of a webhook",
        ({ status }) => status === "succeeded",
      );
    } finally {
      await inbox.close();
    }
  }

  it("is of every program that there is", () => {
    expect([...exposed.keys()].toSorted()).to.deep.equal(PROGRAMS);
    const named = CATALOGUE.metrics.flatMap(({ services }) => (services === "all" ? [] : services));
    expect(PROGRAMS).to.include.members(named);
    const names = CATALOGUE.metrics.map(({ name }) => name);
    expect(names).to.deep.equal([...new Set(names)].toSorted());
  });

  for (const service of PROGRAMS)
    it(`has exactly the metrics that ${service} exposes, by name, type and help`, () => {
      const wanted = CATALOGUE.metrics.filter(isAlways).filter(isOf(service));
      const found = exposed.get(service) ?? [];
      const line = ({ name, type, help }: Pick<ExposedMetric, "name" | "type" | "help">) =>
        `${name} ${type} ${help}`;
      expect(found.map(line).toSorted()).to.deep.equal(wanted.map(line).toSorted());
    });

  it("has exactly the labels of every series, and only values that it allows", () => {
    const problems: string[] = [];
    for (const [service, metrics] of exposed)
      for (const { name, samples } of metrics) {
        const labels = CATALOGUE.metrics.find((metric) => metric.name === name)?.labels ?? {};
        for (const sample of samples)
          if (!isAllowed(labels, sample.labels))
            problems.push(`${service}: ${name} ${JSON.stringify(sample.labels)}`);
      }
    expect(problems).to.deep.equal([]);
  });

  it("has the labels that the code gives to what did not happen here", () => {
    const seen = new Set(
      [...exposed.values()].flat().flatMap(({ name, samples }) => (samples.length > 0 ? [name] : [])),
    );
    const sources = globSync(["libs/*/src/**/*.ts", "services/*/src/**/*.ts"], { cwd: ROOT }).map((file) =>
      readFileSync(join(ROOT, file), "utf8"),
    );
    const unseen = CATALOGUE.metrics.filter(
      // Those of Node are prom-client's own, not of our code.
      ({ name, labels }) => !seen.has(name) && !name.startsWith("nodejs_") && Object.keys(labels).length > 0,
    );
    for (const { name, labels } of unseen)
      expect(labelsInSource(sources, name), name).to.have.members(Object.keys(labels));
  });

  it(`stays below ${SERIES_MAX} series a program`, () => {
    for (const [service, metrics] of exposed)
      expect(
        metrics.reduce((sum, { samples }) => sum + samples.length, 0),
        service,
      ).to.be.below(SERIES_MAX);
  });

  it("passes Prometheus' own lint", function () {
    for (const [service, text] of texts) {
      const problems = lint(text);
      if (problems === null) {
        this.test!.title += " [promtool was not found]";
        this.skip();
      }
      expect(problems, service).to.equal("");
    }
  });
});

describe("the metric catalogue, against everything in one process", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const platform = withPlatform(IN_PROCESS, {
    // Nobody listens there, which costs spans and nothing else.
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" },
  });

  it("has every metric once, those of exported spans too, but those of the bus, and of the acquirer, which runs apart", async () => {
    const { processes } = platform().installation().runtime();
    const texts = await Promise.all(
      processes.map(async ({ admin_url: url }) =>
        url === null ? "" : (await fetch(`${url}/metrics`)).text(),
      ),
    );
    const found = texts.flatMap((text) => readExposition(text).map(({ name }) => name));
    const ofSpans = CATALOGUE.metrics.filter((metric) => !isAlways(metric));
    expect(ofSpans.map(({ onlyWith }) => onlyWith)).to.deep.equal(["OTEL_EXPORTER_OTLP_ENDPOINT"]);
    const wanted = CATALOGUE.metrics
      .map(({ name }) => name)
      .filter((name) => !/^(nats|acquirer)_/.test(name));
    expect([...new Set(found)].toSorted()).to.deep.equal(wanted);
    for (const text of texts) {
      const names = readExposition(text).map(({ name }) => name);
      expect(names).to.deep.equal([...new Set(names)]);
    }
  });
});

function isAllowed(
  allowed: CataloguedMetric["labels"],
  { le: _le, ...labels }: Readonly<Record<string, string>>,
): boolean {
  if (Object.keys(labels).toSorted().join() !== Object.keys(allowed).toSorted().join()) return false;
  return Object.entries(labels).every(([name, value]) => {
    const values = allowed[name];
    return typeof values === "string" || values?.includes(value);
  });
}

/** The list of labels behind a metric's name in the code. */
function labelsInSource(sources: readonly string[], name: string): string[] {
  // Metrics that all owners of objects have begin with the owner, which is put in front where they are made.
  const ofOwner = name.replace(/^(?:payments|refunds|payouts)_/, "${owner}_");
  for (const written of [`"${name}"`, `\`${ofOwner}\``]) {
    const source = sources.find((text) => text.includes(written));
    if (source !== undefined) return labelsAfter(source.slice(source.indexOf(written)));
  }
  return [];
}

function labelsAfter(source: string): string[] {
  const call = source.split(";", 1)[0] ?? "";
  const [, list = ""] = /\[\s*((?:"[a-z_]+",?\s*)+)\]/.exec(call) ?? [];
  return [...list.matchAll(/"([a-z_]+)"/g)].map(([, label]) => label ?? "");
}

/** What promtool says of a scrape; null where there is no promtool. */
function lint(text: string): string | null {
  try {
    execFileSync("promtool", ["check", "metrics"], { input: text, stdio: ["pipe", "ignore", "pipe"] });
    return "";
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    if (error instanceof Error && "stderr" in error) return String(error.stderr);
    throw error;
  }
}
