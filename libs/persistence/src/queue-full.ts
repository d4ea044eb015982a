/** Refused before anything was done: as many items are waiting as may wait. */
export class QueueFull extends Error {
  constructor(name: string) {
    super(`${name}: too many items are waiting for a shared commit`);
    this.name = "QueueFull";
  }
}
