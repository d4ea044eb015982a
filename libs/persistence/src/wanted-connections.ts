/** Connections that pools of this process may open, by server. */
const wanted = new Map<string, number>();

/** Connections of some pools, counted with those of all pools of this process on the same server. */
export interface WantedConnections {
  /** Of the whole process on that server. */
  total(): number;
  /** Not wanted any longer. Safe to repeat. */
  release(): void;
}

/** Services that share a process share their server's connections too: they are checked by the sum. */
export function wantConnections(url: string, count: number): WantedConnections {
  const { host } = new URL(url);
  const total = () => wanted.get(host) ?? 0;
  wanted.set(host, total() + count);
  let held = count;
  return {
    total,
    release() {
      wanted.set(host, total() - held);
      held = 0;
    },
  };
}
