// Save it as all.mts. Node 22.18 or newer: node all.mts; an older one: npx tsx all.mts
const { FLOWLIX_URL, FLOWLIX_KEY } = process.env;

/** Every Payment that the filters leave, newest first. */
export async function* payments(filters: Record<string, string> = {}) {
  let after: Record<string, string> = {};
  for (;;) {
    const query = new URLSearchParams({ limit: "100", ...filters, ...after });
    const response = await fetch(`${FLOWLIX_URL}/v1/payments?${query}`, {
      headers: { Authorization: `Bearer ${FLOWLIX_KEY}` },
    });
    const page = await response.json();
    if (!response.ok) throw new Error(`${page.error.code}: ${page.error.message}`);
    yield* page.data;
    const last = page.data.at(-1);
    if (!page.has_more || last === undefined) return;
    after = { starting_after: last.id };
  }
}

for await (const { id, amount, currency, status } of payments({ status: "SUCCEEDED" }))
  console.log(id, amount, currency, status);
