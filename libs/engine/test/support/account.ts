import type { AcquirerAccount } from "@flowlix/contracts";

/** An account as the gateway sends it. */
export const accountOf = (changes: Partial<AcquirerAccount> = {}): AcquirerAccount => ({
  id: `acq_${"a".repeat(24)}`,
  merchant_id: `mer_${"m".repeat(24)}`,
  livemode: true,
  provider: "acme",
  label: "Acme",
  status: "active",
  currencies: null,
  methods: null,
  weight: 100,
  limits: {},
  settings: {},
  secrets: {},
  version: 1,
  change: 1,
  ...changes,
});
