import { isErrorCode, KEY_DISPOSITIONS, type KeyDisposition } from "@flowlix/contracts";
import { Errors } from "moleculer";
import { DomainError, isDomainError } from "./domain-error.ts";

/** What of an error crosses the bus: never a stack, a cause or anything else that may hold values. */
interface PlainError {
  readonly name: string;
  readonly message: string;
  readonly type: string;
  readonly code: number;
  readonly nodeID: string;
  readonly retryable: boolean;
  readonly stack: string;
  readonly data: unknown;
}

/** Brings a `DomainError` back as one with all it said (docs/design/architecture.md#typed-calls). */
export class ErrorRegenerator extends Errors.Regenerator {
  #nodeId = "";

  override init(broker: Parameters<Errors.Regenerator["init"]>[0]): void {
    super.init(broker);
    this.#nodeId = broker.nodeID;
  }

  override extractPlainError(error: unknown): PlainError {
    const nodeID = this.#nodeId;
    if (isDomainError(error)) {
      const { type, message, param, explanation, retryAfterS, key } = error;
      return {
        name: error.name,
        message,
        type,
        code: 500,
        nodeID,
        retryable: false,
        stack: "",
        data: { param, explanation, retryAfterS, key },
      };
    }
    if (error instanceof Errors.MoleculerError) {
      const { name, message, code, type, retryable } = error;
      return {
        name,
        message,
        type,
        code,
        nodeID,
        retryable,
        stack: "",
        data: { action: actionOf(error.data) },
      };
    }
    const { name, message, type } = new DomainError("internal_error");
    return { name, message, type, code: 500, nodeID, retryable: false, stack: "", data: {} };
  }

  override restore(...[plain, payload]: Parameters<Errors.Regenerator["restore"]>): Error {
    if (plain.name !== "DomainError") return super.restore(plain, payload);
    // A peer of a later release may know codes that this one does not.
    return isErrorCode(plain.type)
      ? new DomainError(plain.type, detailsOf(plain.data))
      : new DomainError("internal_error");
  }
}

function actionOf(data: unknown): unknown {
  return typeof data === "object" && data !== null && "action" in data ? data.action : undefined;
}

interface Details {
  param?: string;
  explanation?: string;
  retryAfterS?: number;
  key?: KeyDisposition;
}

function detailsOf(data: unknown): Details {
  if (typeof data !== "object" || data === null) return {};
  const found: Details = {};
  if ("param" in data && typeof data.param === "string") found.param = data.param;
  if ("explanation" in data && typeof data.explanation === "string") found.explanation = data.explanation;
  if ("retryAfterS" in data && typeof data.retryAfterS === "number") found.retryAfterS = data.retryAfterS;
  const key = "key" in data ? KEY_DISPOSITIONS.find((disposition) => disposition === data.key) : undefined;
  if (key !== undefined) found.key = key;
  return found;
}
