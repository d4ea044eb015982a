import { randomBytes } from "node:crypto";
import { createTextBox, TextBoxError } from "@flowlix/cards";
import type { KeyRing } from "@flowlix/runtime";

/** Whose secret it is; a box opens for nobody else. */
export interface SecretContext {
  readonly endpoint_id: string;
  readonly merchant_id: string;
  readonly livemode: boolean;
}

/** A secret that could not be opened: its key is no longer in the ring, or it is not what was encrypted. */
export class SecretBoxError extends Error {
  override readonly name = "SecretBoxError";

  constructor() {
    super("an endpoint's secret could not be opened");
  }
}

export interface SecretBox {
  /** Encrypts under the ring's active key: `1.<key id>.<base64url>`. */
  encrypt(secret: string, context: SecretContext): string;
  /** Errors: SecretBoxError, without a reason. */
  open(box: string, context: SecretContext): string;
}

const FORMAT = "flowlix webhook secret 1";

export const SECRET_PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** A new secret as the Standard Webhooks specification writes it. */
export const newSecret = (): string => `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;

/** Secrets of endpoints at rest, each bound to its endpoint. */
export function createSecretBox(ring: KeyRing): SecretBox {
  const box = createTextBox(ring, FORMAT);
  return {
    encrypt: (secret, context) => box.encrypt(secret, boundTo(context)),
    open: (text, context) => {
      try {
        return box.open(text, boundTo(context));
      } catch (error) {
        throw error instanceof TextBoxError ? new SecretBoxError() : error;
      }
    },
  };
}

/** Secrets that one process remembers opened. */
const REMEMBERED_MAX = 10_000;

/** The same box, which remembers what it opened: a busy endpoint's secret is needed for every try. */
export function rememberOpened(box: SecretBox): SecretBox {
  const opened = new Map<string, string>();
  return {
    encrypt: (secret, context) => box.encrypt(secret, context),
    open: (text, context) => {
      const key = `${text} ${context.endpoint_id} ${context.merchant_id} ${context.livemode}`;
      const known = opened.get(key);
      if (known !== undefined) return known;
      const secret = box.open(text, context);
      if (opened.size >= REMEMBERED_MAX) opened.clear();
      opened.set(key, secret);
      return secret;
    },
  };
}

const boundTo = ({ endpoint_id, merchant_id, livemode }: SecretContext) =>
  [endpoint_id, merchant_id, livemode] as const;
