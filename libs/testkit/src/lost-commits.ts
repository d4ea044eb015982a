import type { Pool } from "@flowlix/persistence";

/** A pool that can lose the answers to statements after their commit. */
export interface LosingPool {
  readonly pool: Pool;
  /** The next statement of the given names, or of any, is committed, and then its connection ends. */
  lose(names?: RegExp): void;
  /** From now on every answer arrives. */
  mend(): void;
}

/** What a statement's caller sees of a connection that ended between the commit and the answer. */
export function losingAnswers(pool: Pool): LosingPool {
  let losing: RegExp[] = [];
  const isLost = (name: string): boolean => {
    const at = losing.findIndex((names) => names.test(name));
    if (at >= 0) losing.splice(at, 1);
    return at >= 0;
  };
  const client = <C extends object>(own: C): C =>
    new Proxy(own, {
      get(target, key): unknown {
        const member: unknown = Reflect.get(target, key);
        if (typeof member !== "function") return member;
        if (key !== "query") return member.bind(target);
        return async (...args: readonly unknown[]): Promise<unknown> => {
          const result: unknown = await Reflect.apply(member, target, args);
          if (isLost(nameOf(args[0]))) throw new Error("Connection terminated unexpectedly");
          return result;
        };
      },
    });
  return {
    pool: new Proxy(pool, {
      get(target, key): unknown {
        const member: unknown = Reflect.get(target, key);
        if (typeof member !== "function") return member;
        if (key === "connect") return async () => client(await target.connect());
        return member.bind(target);
      },
    }),
    lose: (names = /./) => void losing.push(names),
    mend: () => (losing = []),
  };
}

/** Statements without a name, such as those that set a session up, are never lost. */
function nameOf(statement: unknown): string {
  const named = typeof statement === "object" && statement !== null && "name" in statement;
  return named ? String(statement.name) : "";
}
