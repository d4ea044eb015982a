import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";

/** The one without windows first: it takes two thirds of the processor's time. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];
const MAC_APPLICATIONS = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const VERSION_TIMEOUT_MS = 20_000;

/** The browser of CHROMIUM, of the PATH or of a Mac's applications, in this order; null where none runs. */
export function findChromium(env: Readonly<Record<string, string | undefined>> = process.env): string | null {
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const named = env["CHROMIUM"] ?? "";
  const candidates = [...(named === "" ? [] : [named]), ...onPath, ...MAC_APPLICATIONS];
  return candidates.find(runs) ?? null;
}

/** Some systems have a program of this name that only says how to get one. */
const runs = (path: string): boolean =>
  spawnSync(path, ["--version"], { stdio: "ignore", timeout: VERSION_TIMEOUT_MS }).status === 0;
