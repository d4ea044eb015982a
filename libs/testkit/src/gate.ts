/** A fault point in a dependency of a test: callers wait at it until the test lets them pass. */
export interface Gate {
  /** Put this where the call is to be held. */
  pass(): Promise<void>;
  /** Resolves when somebody has come to the gate. */
  readonly reached: Promise<void>;
  /** Lets everyone pass, now and later. */
  open(): void;
}

/** A closed gate. */
export function gate(): Gate {
  const opened = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  return {
    reached: reached.promise,
    open: opened.resolve,
    pass: () => {
      reached.resolve();
      return opened.promise;
    },
  };
}
