import { waitFor } from "./wait-for.ts";

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly has_more: boolean;
}

export interface Follower {
  /** What it was shown, oldest first. */
  readonly seen: readonly string[];
  /** Asks until there is no more, and answers all that it was shown. */
  readonly poll: () => Promise<readonly string[]>;
  /** Polls until it was shown so many. */
  readonly until: (count: number) => Promise<void>;
}

/** A client that asks on from the newest that it was shown, as `docs/site/lists.md` says. */
export function createFollower(first: string, newerThan: (id: string) => Promise<Page>): Follower {
  const seen: string[] = [];
  async function poll(): Promise<readonly string[]> {
    for (;;) {
      const page = await newerThan(seen.at(-1) ?? first);
      seen.push(...page.data.map(({ id }) => id).toReversed());
      if (!page.has_more) return seen;
    }
  }
  return {
    seen,
    poll,
    until: async (count) => {
      await waitFor(`${count} to be shown`, async () => (await poll()).length >= count);
    },
  };
}
