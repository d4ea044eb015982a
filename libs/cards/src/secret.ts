import { inspect } from "node:util";

const MASK = "[secret]";

/**
 * A value that must not be seen by accident: JSON, string conversion, templates and inspection show a
 * mask, and a copy made by serialisation is empty. `reveal()` is the one way to it, and greppable.
 */
export class Secret<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  reveal(): T {
    return this.#value;
  }

  toJSON(): string {
    return MASK;
  }

  toString(): string {
    return MASK;
  }

  [Symbol.toPrimitive](): string {
    return MASK;
  }

  [inspect.custom](): string {
    return MASK;
  }
}
