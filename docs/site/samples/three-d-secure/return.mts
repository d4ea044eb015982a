// Save it as return.mts. Node 22.18 or newer: node return.mts; an older one: npx tsx return.mts
// What your server does at return_url: "payment_id" says which Payment to ask for, and nothing more.
const { FLOWLIX_URL, FLOWLIX_KEY } = process.env;

export async function paymentOf(returnUrl: string) {
  const id = new URL(returnUrl).searchParams.get("payment_id") ?? "";
  const response = await fetch(`${FLOWLIX_URL}/v1/payments/${encodeURIComponent(id)}`, {
    headers: { Authorization: `Bearer ${FLOWLIX_KEY}` },
  });
  const payment = await response.json();
  if (!response.ok) throw new Error(`${payment.error.code}: ${payment.error.message}`);
  return payment; // Fulfil the order when payment.status is SUCCEEDED, and only then.
}

const { RETURN_URL } = process.env; // such as https://shop.example/return?payment_id=pay_…&status=SUCCEEDED
if (RETURN_URL) console.log((await paymentOf(RETURN_URL)).status);
