import { readFileSync } from "node:fs";
import { removeFile, writeWhole } from "./atomic-file.ts";
import { controlClient, isRecord, type ControlAccess, type ControlCall } from "./control-client.ts";
import { LaunchError } from "./launch-error.ts";

export interface DemoSettings extends ControlAccess {
  /** Where the key is kept, for people and scripts: the key and a line break. */
  readonly keyFile: string;
  /** What has been made so far, so that a start that crashes is taken up where it ended. */
  readonly progressFile: string;
}

interface Progress {
  readonly merchant_id?: string;
  /** The key whose text is in the key file. */
  readonly key_id?: string;
  /** Keys there were before one was asked for: any other without a text in the key file is lost. */
  readonly keys_before?: readonly string[];
}

const NAME = "Demo merchant";

/**
 * The Sandbox key of the demo merchant: the kept one while it works, else a new one. However often a
 * start is killed on the way, there is one demo merchant, and no working key whose text nobody has.
 */
export async function demoKey(settings: DemoSettings): Promise<string> {
  const control = controlClient(settings);
  const progress = readProgress(settings.progressFile);
  const kept = await keptKey(control, settings, progress);
  if (kept !== undefined) return kept;
  const merchantId = (await existing(control, progress)) ?? (await create(control));
  const before = await activeKeys(control, merchantId);
  for (const lost of before.filter((id) => progress.keys_before?.includes(id) === false)) {
    await control("POST", `/keys/${lost}/revoke`, {});
  }
  save(settings.progressFile, { merchant_id: merchantId, keys_before: progress.keys_before ?? before });
  const { body } = await control("POST", "/keys", { merchant: merchantId, mode: "sandbox" });
  const apiKey = textOf(body, "api_key");
  writeWhole(settings.keyFile, `${apiKey}\n`);
  save(settings.progressFile, { merchant_id: merchantId, key_id: textOf(body, "key_id") });
  return apiKey;
}

async function keptKey(
  control: ControlCall,
  { keyFile }: DemoSettings,
  progress: Progress,
): Promise<string | undefined> {
  const { merchant_id: merchantId, key_id: keyId } = progress;
  if (merchantId === undefined || keyId === undefined) return undefined;
  const text = readText(keyFile)?.trim() ?? "";
  if (text !== "" && (await activeKeys(control, merchantId)).includes(keyId)) return text;
  // Of another database, revoked, or its text was thrown away.
  removeFile(keyFile);
  return undefined;
}

/** By the id we wrote down, or by name when we were killed before writing it. */
async function existing(control: ControlCall, { merchant_id: id }: Progress): Promise<string | undefined> {
  if (id !== undefined && (await control("GET", `/merchants/${id}`)).status === 200) return id;
  const { body } = await control("GET", "/merchants");
  const merchants = recordsOf(body["merchants"]).filter(({ name }) => name === NAME);
  const oldest = merchants.at(-1);
  return oldest === undefined ? undefined : textOf(oldest, "merchant_id");
}

async function create(control: ControlCall): Promise<string> {
  const { body } = await control("POST", "/merchants", { name: NAME });
  return textOf(body, "merchant_id");
}

async function activeKeys(control: ControlCall, merchantId: string): Promise<string[]> {
  const { body } = await control("GET", `/merchants/${merchantId}/keys`);
  return recordsOf(body["keys"])
    .filter(({ status }) => status === "active")
    .map((key) => textOf(key, "key_id"));
}

function readProgress(path: string): Progress {
  const value: unknown = JSON.parse(readText(path) ?? "{}");
  if (!isRecord(value)) return {};
  const { merchant_id: merchantId, key_id: keyId, keys_before: before } = value;
  return {
    ...(typeof merchantId === "string" ? { merchant_id: merchantId } : {}),
    ...(typeof keyId === "string" ? { key_id: keyId } : {}),
    ...(Array.isArray(before) ? { keys_before: before.map(String) } : {}),
  };
}

function save(path: string, progress: Progress): void {
  writeWhole(path, `${JSON.stringify(progress, null, 2)}\n`);
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function recordsOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function textOf(record: Readonly<Record<string, unknown>>, name: string): string {
  const value = record[name];
  if (typeof value === "string" && value !== "") return value;
  throw new LaunchError(`the control API's answer has no ${name}`);
}
