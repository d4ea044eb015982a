import { readFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@flowlix/persistence";
import { guardedFolder, waitFor } from "@flowlix/testkit";
import { SERVICES } from "../../../services/standalone/src/services.ts";
import { need, ROOT, run } from "../../charts/tools.ts";
import type { Cluster } from "../control-plane.ts";
import { notAsked, stepsOf, type Step } from "./page.ts";
import { Shell, type Ran } from "./shell.ts";
import { StandIns } from "./stand-ins.ts";

const PAGE = "docs/backups-kubernetes.md";
/** How k8s/environments says that the platform is installed. */
const INSTALL =
  "helm upgrade --install pay charts/payments-platform -n payments --timeout 65m -f charts/payments-platform/values-production.yaml -f k8s/environments/payments-platform-production.yaml";
const OURS = "clusters.postgresql.cnpg.io,backups.postgresql.cnpg.io,scheduledbackups.postgresql.cnpg.io";
/** `restore continue`: nothing is open, or something cannot be known yet. */
const CONTINUED = [0, 5];
const WITHIN_MS = 240_000;

/**
 * Every command of docs/backups-kubernetes.md as it stands there, in its order, on this control plane, with payments
 * before and after. No operator runs: what stands in for it recovers a real server, and whatever the commands have made
 * is checked by the operator's own validation.
 */
export async function pageTried(cluster: Cluster): Promise<void> {
  const steps = stepsOf(readFileSync(join(ROOT, PAGE), "utf8"));
  const folder = guardedFolder("recovery");
  const walk = new Walk(cluster, folder.path);
  try {
    for (const step of steps) await walk.take(step);
    walk.end();
  } finally {
    await walk.stop();
    await folder.remove();
  }
}

class Walk {
  readonly #shell: Shell;
  readonly #standIns: StandIns;
  /** The last good moment: after one payment, and before another. */
  #moment = "";
  #authority = "";
  readonly #taken: Step[] = [];
  #kept = "";
  #lost = "";

  constructor(cluster: Cluster, folder: string) {
    this.#shell = new Shell(join(folder, "shell"), cluster);
    this.#standIns = new StandIns(cluster, folder);
    this.#standIns.start();
  }

  async stop(): Promise<void> {
    await this.#standIns.stop();
  }

  async take({ line, text }: Step): Promise<void> {
    const given = this.#given(text);
    this.#taken.push({ line, text: given });
    const ran = await this.#shell.run(given);
    const problems = this.#standIns.problems();
    const mayEnd = text.includes("restore continue") ? CONTINUED : [0];
    if (!mayEnd.includes(ran.code) || problems.length > 0)
      throw new Error(`${PAGE}:${line} ended with ${ran.code}:\n${ran.said}\n${problems.join("\n")}`);
    this.#check();
    await this.#after(text, ran);
  }

  /** Errors: a command of the page that nothing ran. */
  end(): void {
    const left = notAsked(this.#taken, this.#shell.asked());
    if (left.length > 0) throw new Error(left.join("\n"));
  }

  /** With what is an example there: a moment, and a backup of it. */
  #given(text: string): string {
    const backups = this.#standIns.api.list("backups.postgresql.cnpg.io");
    return text
      .replaceAll("2026-01-01T00:00:00Z", this.#moment)
      .replaceAll("payments-db-nightly-20260101021500", backups[0]?.metadata.name ?? "");
  }

  async #after(text: string, { out }: Ran): Promise<void> {
    const { store, api } = this.#standIns;
    if (text.includes("apply --server-side -f k8s/cnpg\n")) await this.#install();
    if (text.includes("kind: Backup")) await this.#goWrong();
    if (text.includes("psql flowlix") && !/^ +1$/m.test(out)) throw new Error(`it shows no Payment:\n${out}`);
    if (text.includes("payments-db-recovered-ca")) {
      this.#authority = out.trim();
      store.put("payments/db-ca", this.#authority);
    }
    if (text.includes("helm upgrade")) {
      this.#haveReplicas(["reconciler", "sandbox-acquirer"]);
      await this.#rolesWork();
    }
    if (text.includes("ledger check")) {
      this.#haveReplicas(SERVICES.map(({ name }) => name));
      await this.#isRecovered();
    }
    if (text.includes("logs -n postgresql job/drill-now") && !out.includes('"ok":true'))
      throw new Error(`no report of the drill:\n${out}`);
    if (text.includes("delete job -n postgresql drill-now"))
      await waitFor("the end of the copy", () =>
        api
          .list("clusters.postgresql.cnpg.io")
          .every(({ metadata }) => metadata.name !== "payments-db-drill"),
      );
  }

  async #install(): Promise<void> {
    const { platform } = this.#standIns;
    const { code, said } = await this.#shell.run(INSTALL);
    if (code !== 0) throw new Error(`${INSTALL}:\n${said}\n${this.#standIns.problems().join("\n")}`);
    await waitFor("the platform", () => platform.isUp, WITHIN_MS);
  }

  /** A payment that only the log has since the last backup, and one that is to be gone. */
  async #goWrong(): Promise<void> {
    const { platform } = this.#standIns;
    this.#kept = await platform.pay();
    const moment = new Date(Math.ceil(Date.now() / 1_000) * 1_000);
    await waitFor("the next second", () => Date.now() > moment.getTime());
    this.#moment = moment.toISOString().replace(".000", "");
    this.#lost = await platform.pay();
  }

  /** What was made is what the operator takes, and warns of nothing. */
  #check(): void {
    const documents = this.#standIns.api.list(OURS).map((one) => JSON.stringify(one));
    const { code, err } = run(need("cnpg-check"), [], documents.join("\n---\n"));
    if (code !== 0) throw new Error(err);
  }

  /** With the password and by the address that its Secret has now, each service reads its own schema. */
  async #rolesWork(): Promise<void> {
    const authority = this.#standIns.api.data("secret", "payments", "payments-db-ca").get("ca.crt");
    if (authority !== this.#authority) throw new Error(`the platform trusts ${authority}`);
    for (const { name, schema } of SERVICES) {
      const url = this.#standIns.api.data("secret", "payments", `payments-service-${name}`).get("url") ?? "";
      if (!url.includes("@payments-db-recovered-rw."))
        throw new Error(`${name} is led to ${new URL(url).host}`);
      const client = await connect(this.#standIns.localised(url), "stand-in");
      try {
        await client.query(`select count(*) from ${schema.schema}.migrations`);
      } finally {
        await client.end();
      }
    }
  }

  #haveReplicas(services: readonly string[]): void {
    const stopped = services.filter((service) => {
      const name = `deployment/pay-payments-platform-${service}`;
      return this.#standIns.api.ask(["get", "-n", "payments", name, "-o=jsonpath={.spec.replicas}"]) === "0";
    });
    if (stopped.length > 0) throw new Error(`${stopped.join(", ")}: there are no pods`);
  }

  async #isRecovered(): Promise<void> {
    const { platform } = this.#standIns;
    const found = [await platform.statusOf(this.#kept), await platform.statusOf(this.#lost)];
    if (found.join(" ") !== "200 404")
      throw new Error(`the payments of before were answered ${found.join(" ")}`);
  }
}
