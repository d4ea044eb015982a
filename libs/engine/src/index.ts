export { createAccounts, type Accounts } from "./accounts/accounts.ts";
export { createAccountAdapters } from "./accounts/account-acquirers.ts";
export { createAccountRegistry, type AccountRegistry } from "./accounts/account-registry.ts";
export {
  createAccountProviders,
  HANDED_MS,
  IDLE_MS,
  PROVIDERS_MAX,
  RETIRED_MAX,
  RETIRED_MS,
  type AccountProviders,
} from "./accounts/account-providers.ts";
export { createAccountsStore } from "./accounts/accounts-store.ts";
export { accountsTableSql, dropAccountsTableSql } from "./accounts/accounts-table.ts";
export { acceptCallback } from "./callbacks/accept-callback.ts";
export { createCallbacksStore } from "./callbacks/callbacks-store.ts";
export { sweepCallbacks } from "./callbacks/sweep-callbacks.ts";
export { verifyEnds } from "./callbacks/verify-ends.ts";
export { createCallLog, type CallLog } from "./calls/call-log.ts";
export { createCallsStore, type CallsStore } from "./calls/calls-store.ts";
export { acquirerCallsSql, dropAcquirerCallsSql } from "./calls/calls-table.ts";
export { initialRowsSql, shareInitialRows, type InitialRow, type Made } from "./create/initial-rows.ts";
export { INITIAL_COLUMNS, INITIAL_NAMES, initialValues } from "./create/initial-columns.ts";
export { decryptInstrument } from "./create/decrypt-instrument.ts";
export { refuseAsked } from "./create/refuse-asked.ts";
export { acceptCallbacks, type AskedCallbacks } from "./evidence/accept-callbacks.ts";
export { createEvidenceStore, type EvidenceStore } from "./evidence/evidence-store.ts";
export {
  accountCallbacksSql,
  addProviderAccountSql,
  dropAccountCallbacksSql,
  dropProviderAccountSql,
} from "./evidence/evidence-tables.ts";
export { withEvidence } from "./evidence/with-evidence.ts";
export { contradictTransfer } from "./exceptions/contradict-transfer.ts";
export { createExceptionsStore, type ExceptionsStore } from "./exceptions/exceptions-store.ts";
export { noteException } from "./exceptions/note-exception.ts";
export { ownerExceptions } from "./exceptions/owner-exceptions.ts";
export {
  contradictionRecorder,
  recordException,
  recordOnce,
  recordUndone,
  recordUnseen,
  type ContradictionRecorder,
} from "./exceptions/record-exception.ts";
export { refuseAnotherRequest } from "./exceptions/refuse-another-request.ts";
export { applyFact, type Applied } from "./lifecycle/apply-fact.ts";
export { shareMoves } from "./lifecycle/share-moves.ts";
export {
  isDecidedTransfer,
  transferEventOf,
  transferFactOf,
  type DecidedTransfer,
  type TransferFact,
} from "./lifecycle/transfer-fact.ts";
export { type TransferEvent } from "./lifecycle/transfer-event.ts";
export { IllegalTransition } from "./lifecycle/transition-table.ts";
export { all, binder, oneOf, secondsOf, type Bind } from "./lists/conditions.ts";
export { findPosition, noSuchPosition, readPageInTime, startOfList, type From } from "./lists/cursor.ts";
export { wholeMatchesOf, wholeTermOf, type WholeMatch } from "./lists/search-whole.ts";
export { eventReceiver } from "./outbox/event-receiver.ts";
export { type Deliver } from "./outbox/hand-over.ts";
export { outboxEvent, type OutboxEvent } from "./outbox/outbox-event.ts";
export { EVENT_COLUMNS, eventValues, insertEventsSql } from "./outbox/insert-events-sql.ts";
export { outboxMetrics } from "./outbox/outbox-metrics.ts";
export { relayEvents } from "./outbox/relay-events.ts";
export { countOutbox } from "./outbox/relay-store.ts";
export {
  addTraceparentSql,
  dropRelayTablesSql,
  dropTraceparentSql,
  relayTablesSql,
} from "./outbox/relay-tables.ts";
export { createParkedStore, type ParkedStore } from "./outbox/parked-store.ts";
export { startRelay, type Relay, type RelayOptions } from "./outbox/relay.ts";
export { acquirersOf, type Acquirers, type ObjectsAcquirer } from "./owner/acquirers.ts";
export { haveEnded } from "./owner/have-ended.ts";
export { findOpen } from "./owner/find-open.ts";
export { OWNED_COLUMNS, type OwnedRow } from "./owner/owned-row.ts";
export { ownerActions } from "./owner/owner-actions.ts";
export { ownerTasks } from "./owner/owner-tasks.ts";
export { ownerConfig } from "./owner/owner-config.ts";
export { countMove, ownerMetrics, type OwnerMetrics } from "./owner/owner-metrics.ts";
export { addProviderSql, dropProviderSql } from "./owner/provider-column.ts";
export { startOwner, type Owner, type OwnerDeps, type OwnerSpec } from "./owner/start-owner.ts";
export { circuitMetrics } from "./provider/circuit-metrics.ts";
export { providerMetrics } from "./provider/provider-metrics.ts";
export {
  claimedSql,
  createDueStore,
  LEASE_SQL,
  type DueObject,
  type DueStore,
} from "./status-sync/due-store.ts";
export {
  beginSyncs,
  SYNC_SLOTS,
  syncDelayMs,
  SYNCS_AT_END_MAX,
  SYNCS_AT_ONCE,
  type BegunSyncs,
  type DueSync,
  type SyncResult,
} from "./status-sync/begin-syncs.ts";
export { openObjectsMetrics } from "./status-sync/open-objects-metrics.ts";
export { listOpenObjects, readOpenObjects } from "./status-sync/open-objects.ts";
export { forgetLooks, rememberLooks } from "./status-sync/remember-looks.ts";
export { ENTRY_COLUMNS, traceObjects } from "./trace/trace-objects.ts";
export { dropTraceIndexesSql, indexTraces, type TracedTable } from "./trace/trace-tables.ts";
export { beginDue, syncSafely, type StatusSync } from "./status-sync/sync-due.ts";
export { keepReportedId } from "./status-sync/reported-id.ts";
export {
  isGivenUp,
  isUnread,
  neverFoundInMs,
  pauseMs,
  unclosedInMs,
  unreadEndInMs,
} from "./status-sync/unread.ts";
export { chooseAccount, type Candidate, type RouteQuestion } from "./routing/choose-account.ts";
export { askFirstAgainInMs, isWorkedOn, verifyFirstInMs } from "./routing/first-order.ts";
export { addRouteSql, dropRouteSql, firstAccountSql } from "./routing/route-columns.ts";
export { shownAmount } from "./create/shown-amount.ts";
export { noRouteError } from "./routing/no-route.ts";
export { insteadOf, portOf, type Route, type Routed } from "./routing/route.ts";
