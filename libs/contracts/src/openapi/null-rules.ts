/**
 * When a field is null whose values have a schema of their own: that schema says what they are, and cannot say this.
 * By schema and field.
 */
export const NULL_RULES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Payment: {
    payment_method:
      "What it is paid with; null while that is not known, as before a payer has submitted the hosted page",
    billing_details: "Who is billed; null where nothing was given",
    failure_code: "Why it failed; null unless the status is FAILED",
    next_action: "What the payer has to do now; null unless the status is REQUIRES_ACTION",
  },
  BillingDetails: { address: "Where they live; null where nothing was given" },
  BillingDetailsInput: { address: "Where they live; null says the same as leaving it out" },
  CardAttempt: { brand: "The scheme of the card; null where it was not recognised" },
  WebhookDelivery: { last_attempt: "The newest try; null where none has been made yet" },
};
