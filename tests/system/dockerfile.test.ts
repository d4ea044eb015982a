import { readFileSync } from "node:fs";
import { expect } from "chai";
import { parse } from "yaml";
import { SERVICES } from "../../services/standalone/src/services.ts";

const ROOT = new URL("../../", import.meta.url);
const text = (path: string) => readFileSync(new URL(path, ROOT), "utf8");
const compose: {
  readonly services: Readonly<Record<string, { readonly mem_limit?: string }>>;
} = parse(text("docker-compose.yml"), { merge: true, maxAliasCount: -1 });

/** What a process of Node holds outside of its heap: code, buffers of its sockets, stacks. */
const OUTSIDE_MIB = 64;
/** The least that the chart lets a service have. */
const LEAST_MIB = 320;

describe("the Dockerfile", () => {
  const dockerfile = text("Dockerfile");

  it("gives the heap no more than there is, so that V8 collects before the kernel kills", () => {
    const number = (flag: string) => Number(new RegExp(`"--${flag}=([0-9]+)"`).exec(dockerfile)?.[1]);
    const share = number("max-old-space-size-percentage") / 100;
    // Two halves, and as much again of large objects that are young.
    const young = 3 * number("max-semi-space-size");
    const limits = SERVICES.map(({ name }) => {
      const [, size, unit] = /^([0-9]+)([mg])$/.exec(compose.services[name]?.mem_limit ?? "") ?? [];
      return Number(size) * (unit === "g" ? 1024 : 1);
    });
    for (const limit of [LEAST_MIB, ...limits])
      expect(share * limit + young + OUTSIDE_MIB, `of ${limit} MiB`).to.be.at.most(limit);
  });

  it("copies the manifest of every package before it installs", () => {
    const lock: { packages: Record<string, unknown> } = JSON.parse(text("package-lock.json"));
    for (const folder of Object.keys(lock.packages).filter((path) => /^(libs|services)\/[^/]+$/.test(path)))
      expect(dockerfile).to.include(`COPY ${folder}/package.json ${folder}/`);
  });

  it("tells its processes the version and the revision that it was built from", () => {
    const flat = dockerfile.replaceAll(/\\\n\s*/g, "");
    expect(flat).to.match(/^ENV BUILD_VERSION=\$\{VERSION\} BUILD_REVISION=\$\{REVISION\}$/m);
  });

  it("starts node as the launcher does, and without a shell", async () => {
    const { NODE_FLAGS } = await import("../../services/standalone/src/processes/node-flags.ts");
    const [, entrypoint = "[]"] =
      /^ENTRYPOINT (\[[^\]]+\])$/m.exec(dockerfile.replaceAll(/\\\n\s*/g, "")) ?? [];
    const words: string[] = JSON.parse(entrypoint);
    expect(words[0]).to.equal("node");
    expect(words).to.include.members([...NODE_FLAGS]);
    expect(dockerfile)
      .to.match(/^USER 65532:65532$/m)
      .and.not.to.match(/^# syntax=/m);
  });
});
