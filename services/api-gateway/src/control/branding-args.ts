import type { BrandingChange } from "../store/branding-store.ts";
import { checkLogo, type LogoImage } from "@flowlix/hosted-page/logo-image";
import { Refusal } from "../store/refusal.ts";
import { textArg, type ControlRequest } from "./control-request.ts";

const NAME_LENGTH_MAX = 255;
const COLOUR = /^#[0-9a-f]{6}$/i;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** What payers are to see: each absent, null to take it away, or a value. Errors: Refusal invalid_argument. */
export function brandingArgs(request: ControlRequest): BrandingChange {
  return {
    name: named(request, "name", () => textArg(request, "name", NAME_LENGTH_MAX)),
    colour: named(request, "colour", colourOf),
    logo: named(request, "logo", logoOf),
  };
}

function named<T>(request: ControlRequest, name: string, read: (value: unknown) => T): T | null | undefined {
  const value = request.args[name];
  return value === undefined || value === null ? value : read(value);
}

function colourOf(value: unknown): string {
  if (typeof value === "string" && COLOUR.test(value)) return value;
  throw new Refusal("invalid_argument", "colour must be of the form #RRGGBB", "colour");
}

function logoOf(value: unknown): LogoImage {
  if (typeof value !== "string" || !BASE64.test(value))
    throw new Refusal("invalid_argument", "logo must be a file in base64", "logo");
  const verdict = checkLogo(Buffer.from(value, "base64"));
  if (!verdict.ok) throw new Refusal("invalid_argument", `logo ${verdict.problem}`, "logo");
  return verdict.image;
}
