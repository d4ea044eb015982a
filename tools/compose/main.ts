import { readFileSync } from "node:fs";
import { checkFiles } from "./check-files.ts";
import { checkImage } from "./check-image.ts";
import { checkPlatform } from "./check-platform.ts";
import { makeBaseImages } from "./base-images.ts";
import { ENGINE_PROGRAMS, PROJECT, startEngine, type Engine } from "./engine.ts";
import { createReport } from "./report.ts";
import { find } from "./shell.ts";

/*
 * `make compose-check`: the image and the compose file on a Docker engine of its own, whose base images are made here.
 * What it starts it ends, and what it made on the way it removes, however it ends.
 */
const report = createReport((line) => process.stdout.write(`${line}\n`));

await checkFiles(report);
const missing = lacking();
if (missing.length > 0) {
  for (const title of ["the Dockerfile builds", "docker compose up reaches healthy and takes a payment"])
    report.skip(title, `needs ${missing.join(", ")}`);
} else {
  await onAnEngine();
}
process.exitCode = report.end();

function lacking(): string[] {
  const programs = [...ENGINE_PROGRAMS, "debootstrap", "npm"].filter(
    (program) => find(program) === undefined,
  );
  return [
    ...(process.platform === "linux" ? [] : ["Linux"]),
    ...(process.getuid?.() === 0 ? [] : ["root"]),
    ...programs,
  ];
}

async function onAnEngine(): Promise<void> {
  let engine: Engine | undefined;
  const stop = async () => await engine?.stop();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
    process.once(signal, () => void stop().finally(() => process.exit(1)));
  try {
    const started = await report.check("a Docker engine in a network of its own starts", async () => {
      engine = await startEngine(PROJECT);
    });
    if (!started || engine === undefined) return;
    const own: Engine = engine;
    const compose = readFileSync("docker-compose.yml", "utf8");
    const imageOf = (name: string) => new RegExp(`image: (${name}:[^\\s]+)`).exec(compose)?.[1] ?? "";
    const bases = { node: "", build: "" };
    const made = await report.check("base images are made from what this machine has", () => {
      Object.assign(bases, makeBaseImages(own, { postgres: imageOf("postgres"), nats: imageOf("nats") }));
    });
    if (!made) return;
    if (!(await checkImage(report, own, bases))) return;
    await checkPlatform(report, own, imageOf);
  } finally {
    await report.check("the engine ends and leaves nothing", stop);
  }
}
