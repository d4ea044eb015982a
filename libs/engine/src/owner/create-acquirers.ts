import type { AcquirerAccount } from "@flowlix/contracts";
import {
  ACQUIRER_NAMES,
  ACQUIRERS,
  callbackPathOf,
  createBusProofs,
  createProvider,
  PROVIDER_LIMITS,
  type AcquirerName,
  type BusProofs,
  type CallObservation,
  type Operation,
  type Provider,
  type ProviderAdapter,
} from "@flowlix/provider";
import { outgoingCalls, ownerGauge, type Host } from "@flowlix/runtime";
import { createAccountAdapters } from "../accounts/account-acquirers.ts";
import { createAccountCapabilities } from "../accounts/account-capabilities.ts";
import { createAccountProviders, type AccountProviders } from "../accounts/account-providers.ts";
import { createAccounts, type Accounts } from "../accounts/accounts.ts";
import { createCallLog, type CallLog } from "../calls/call-log.ts";
import { createCallsStore } from "../calls/calls-store.ts";
import { createEvidenceStore } from "../evidence/evidence-store.ts";
import { withEvidence } from "../evidence/with-evidence.ts";
import { CIRCUIT_STATE, circuitMetrics, worstOf } from "../provider/circuit-metrics.ts";
import { providerMetrics } from "../provider/provider-metrics.ts";
import { acquirersOf, type Acquirers } from "./acquirers.ts";
import type { OwnerConfig } from "./owner-config.ts";
import type { OwnerPools } from "./owner-pools.ts";
import type { OwnerName } from "./owner-name.ts";

type AcquirerHost = Pick<Host, "logger" | "tracer" | "metrics" | "loops">;

interface AcquirersSpec {
  readonly name: OwnerName;
  readonly operations: readonly Operation[];
}

/** What an owner has of acquirers. */
export interface OwnerAcquirers {
  readonly acquirers: Acquirers;
  readonly accounts: Accounts;
  /** For accounts and evidence that the gateway sends. */
  readonly proofs: BusProofs;
  /** Where single calls are kept for the story of their object. */
  readonly calls: Pick<CallLog, "stop">;
  /** Makes an account's provider port, if that can be done at all; throws why not. */
  readonly ofAccount: (account: AcquirerAccount) => Provider;
  /** Reads the accounts, and from now on what is changed of them; begins to write calls. Errors: the driver's. */
  readonly start: () => Promise<void>;
  readonly shutdown: () => Promise<void>;
}

/** Every acquirer as an owner calls it: traced, measured, with the circuit breakers of `operations`. */
export function createAcquirers(
  host: AcquirerHost,
  config: OwnerConfig,
  { name: owner, operations }: AcquirersSpec,
  { background }: Pick<OwnerPools, "background">,
): OwnerAcquirers {
  const measured = observers(host, operations);
  const calls = createCallLog({ ...host, store: createCallsStore(background, owner) }, owner);
  const portOf = (adapter: ProviderAdapter, account: string | null): Provider =>
    createProvider({
      adapter,
      limits: { ...PROVIDER_LIMITS, tries: config.PROVIDER_TRIES },
      trace: outgoingCalls(host.tracer, adapter.name),
      onBroken: (broken) => host.logger.error(broken, "the provider's adapter broke"),
      observe: observedBy(measured(adapter), calls, adapter, account),
    });
  const own = ACQUIRER_NAMES.map((name) => portOf(ownAdapter(config, name), null));
  for (const provider of own) circuitMetrics(host.metrics, provider, operations);

  const adapterOf = createAccountAdapters({
    ring: config.ACQUIRER_SECRET_KEYS,
    publicUrl: config.PUBLIC_URL,
    loopback: config.ACQUIRER_LOOPBACK === "true",
  });
  const evidence = createEvidenceStore(background, owner);
  const ports = createAccountProviders((account) =>
    withEvidence(portOf(adapterOf(account), account.id), { provider_account: account.id }, evidence),
  );
  const proofs = createBusProofs(config.ACQUIRER_SECRET_KEYS);
  const accounts = createAccounts(host, { name: owner, pool: background, proofs }, () => ports.sweep());
  accountCircuits(host, ports, operations);
  const acquirers = acquirersOf(own, {
    all: () => ports.all(),
    inUse: () => ports.inUse(),
    accounts: (merchantId, livemode) => accounts.registry.of(merchantId, livemode),
    capabilitiesOf: createAccountCapabilities(adapterOf),
    existing: (account) => ports.existing(account),
    portOf: (account) => ports.of(account),
    of: (name, id) => {
      const account = accounts.registry.byId(id);
      if (account?.provider !== name) throw new Error(`this process has no account "${id}" at "${name}"`);
      return ports.of(account);
    },
  });
  return {
    acquirers,
    accounts,
    proofs,
    calls,
    ofAccount: (account) => ports.of(account),
    start: async () => {
      await accounts.start();
      calls.start();
    },
    shutdown: async () => {
      await accounts.stop();
      await Promise.all([...own.map((provider) => provider.shutdown()), ports.shutdown()]);
    },
  };
}

const ownAdapter = (config: OwnerConfig, name: AcquirerName): ProviderAdapter =>
  ACQUIRERS[name].createAdapter(config, {
    callbackUrl: config.PROVIDER_CALLBACK_URL ?? `${config.PUBLIC_URL}${callbackPathOf(name)}`,
  });

/** A call is measured, and noted for the story of its object. */
function observedBy(
  measure: (call: CallObservation) => void,
  calls: CallLog,
  { name: provider, livemode }: ProviderAdapter,
  account: string | null,
): (call: CallObservation) => void {
  const to = { provider, account, livemode };
  return (call) => {
    measure(call);
    calls.note(call, to);
  };
}

/** Calls are counted by acquirer and never by account: there are as many accounts as merchants. */
function observers({ metrics }: AcquirerHost, operations: readonly Operation[]) {
  const made = new Map<string, ReturnType<typeof providerMetrics>>();
  return (adapter: ProviderAdapter) => {
    const key = `${adapter.name} ${adapter.livemode}`;
    const known = made.get(key) ?? providerMetrics(metrics, adapter, operations);
    made.set(key, known);
    return known;
  };
}

/** Of an acquirer's accounts the worst is shown, whichever it is. */
function accountCircuits(
  { metrics }: AcquirerHost,
  ports: AccountProviders<Provider>,
  operations: readonly Operation[],
): void {
  ownerGauge(metrics, CIRCUIT_STATE, (gauge) => {
    const byName = Map.groupBy(ports.all(), ({ name }) => name);
    for (const [provider, all] of byName)
      for (const operation of operations)
        gauge.set({ provider, operation }, worstOf(all.map((one) => one.breakers()[operation])));
  });
}
