/**
 * The same answer for everybody who asks within `ms`, so that no number of scrapes asks a database more often.
 * What failed is asked again at the next time.
 */
export function keptFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { readonly until: number; readonly answer: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (kept !== undefined && kept.until > now) return kept.answer;
    const answer = read();
    const mine = { until: now + ms, answer };
    kept = mine;
    answer.catch(() => {
      if (kept === mine) kept = undefined;
    });
    return answer;
  };
}
