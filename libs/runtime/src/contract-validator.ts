import { Validators, type Context } from "moleculer";
import { compileSchema } from "./ajv.ts";
import { DomainError } from "./domain-error.ts";
import type { Logger } from "./logger.ts";

type Handler = (context: Context) => Promise<unknown>;

/**
 * Validates what an owner is given against its contract. A refusal here is a fault of ours, since the
 * gateway has checked the request: the caller sees `internal_error`, the log the place and the rule.
 * Unknown properties are let through: objects are closed at the HTTP edge only
 * (docs/design/architecture.md#closed-objects).
 */
export class ContractValidator extends Validators.Base {
  readonly #logger: Logger;

  constructor(logger: Logger) {
    super({ paramName: "params" });
    this.#logger = logger;
  }

  override compile(schema: object): (params: unknown) => boolean {
    return compileSchema(opened(schema));
  }

  override validate(params: unknown, schema: object): boolean {
    return this.compile(schema)(params);
  }

  override convertSchemaToMoleculer(): never {
    throw new Error("contracts are JSON Schema only");
  }

  override middleware() {
    return {
      name: "ContractValidator",
      localAction: (next: Handler, action: { name?: string; params?: object }) => this.#checked(next, action),
    };
  }

  #checked(next: Handler, action: { name?: string; params?: object }): Handler {
    if (action.params === undefined) throw new Error(`the action ${action.name} has no params schema`);
    const validate = compileSchema(opened(action.params));
    return (context) => {
      if (validate(context.params)) return next(context);
      const [fault] = validate.errors ?? [];
      this.#logger.error(
        {
          action: action.name,
          caller: context.nodeID,
          path: fault?.instancePath,
          rule: fault?.keyword,
          schema_path: fault?.schemaPath,
        },
        "A call was refused because its parameters break the contract.",
      );
      return Promise.reject(new DomainError("internal_error"));
    };
  }
}

const OPENED = new WeakMap<object, object>();

/** The same schema with every object open; the same copy each time. */
export function opened(schema: object): object {
  const open = OPENED.get(schema) ?? copyOpened(schema);
  OPENED.set(schema, open);
  return open;
}

function copyOpened(schema: object): object {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a copy of an object is one
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) => {
    if (
      typeof value !== "object" ||
      value === null ||
      !("additionalProperties" in value) ||
      value.additionalProperties !== false
    )
      return value;
    const { additionalProperties: _closed, ...rest } = value;
    return rest;
  }) as object;
}
