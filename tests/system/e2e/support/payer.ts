/** The payer's browser: no script, no cookies, follows what pages and redirects say. */
export interface Page {
  readonly status: number;
  readonly html: string;
  readonly location: string | null;
}

export async function visit(url: string): Promise<Page> {
  return page(await fetch(url, { redirect: "manual" }));
}

/** Presses a button of the challenge page. */
export async function press(url: string, action: "complete" | "fail" | "cancel"): Promise<Page> {
  const body = new URLSearchParams({ action });
  return page(await fetch(url, { method: "POST", body, redirect: "manual" }));
}

/** From a redirect of the acquirer's through our return route to the merchant's page, which is not visited. */
export async function followToMerchant({ location }: Page): Promise<URL> {
  let next = location;
  for (let hops = 0; next !== null && hops < 5; hops += 1) {
    if (next.startsWith("https://merchant.example/")) return new URL(next);
    next = (await visit(next)).location;
  }
  throw new Error(`no way to the merchant from ${location}`);
}

async function page(response: Response): Promise<Page> {
  return { status: response.status, html: await response.text(), location: response.headers.get("location") };
}
