export { makeHistory } from "./made-history.ts";
export { startFakeNats, type FakeNats } from "./fake-nats.ts";
export { startBrokers, type TestBrokers, type TestBrokersOptions } from "./brokers.ts";
export { eventTaker, type EventTaker } from "./event-taker.ts";
export { createFollower, type Follower } from "./follower.ts";
export { gate, type Gate } from "./gate.ts";
export {
  startReceiver,
  type HttpReceiver,
  type ReceivedRequest,
  type ReceiverAnswer,
  type Responder,
} from "./http-receiver.ts";
export { HTTP_PEERS, type HttpPeer } from "./http-peers.ts";
export { keepConnections, type KeptConnections } from "./kept-connections.ts";
export { UNFILTERED } from "./list-requests.ts";
export { holdRows, type LetGo } from "./hold-rows.ts";
export { losingAnswers, type LosingPool } from "./lost-commits.ts";
export { whileClockStands } from "./standing-clock.ts";
export { clockMs, moveClock, runClock, stopClock } from "./move-clock.ts";
export { runMigrations } from "./run-migrations.ts";
export {
  BAD_CHECK_DIGIT,
  directPaymentRequest,
  fullDirectPaymentRequest,
  TEST_CARDS,
  testCard,
} from "./payment-requests.ts";
export {
  applePay,
  googlePay3ds,
  googlePayPanOnly,
  TEST_BROWSER,
  TEST_CRYPTOGRAM,
  TEST_DEVICE_CARD,
} from "./wallet-requests.ts";
export { patientSlots } from "./patient-slots.ts";
export { quietLoop } from "./quiet-loop.ts";
export { pngOf, pngPicture } from "./pictures.ts";
export { provedCallbacks } from "./proved-callbacks.ts";
export { guardedFolder, type GuardedFolder } from "./run-guard.ts";
export {
  createModelTransfers,
  MODEL_CALLS,
  MODEL_FAULTS,
  type ModelCall,
  type ModelCallback,
  type ModelFault,
  type ModelTransfers,
  type TransferPlan,
} from "./model/model-transfers.ts";
export { createLives, livesTimeoutMs, type Lives } from "./model/lives.ts";
export { createOneObject, type Beginning } from "./model/one-object.ts";
export { postedKinds, type PostedObjects } from "./model/posted.ts";
export { createProcesses, type ModelProcess, type Processes } from "./model/processes.ts";
export { createRest, isSettled, type Rest } from "./model/rest.ts";
export { createCallTimes, MODEL_LIMITS } from "./model/call-times.ts";
export { createStops, type Stop, type Stops } from "./model/stops.ts";
export { createCrashable, NEVER, type Death, type Crashable, type Verifier } from "./model/crashable.ts";
export { takeTime, type MovingTime } from "./model/moving-time.ts";
export { checkMove, historyOf, keepHistory, type RowState, type Sql } from "./model/row-history.ts";
export { withModel, type Model } from "./model/with-model.ts";
export { createStepScheduler, type StepScheduler } from "./step-scheduler.ts";
export { oncePerRun } from "./once-per-run.ts";
export { holdsDigits } from "./own-digits.ts";
export { refusal } from "./refusal.ts";
export { scriptedCalls, type Script } from "./scripted-calls.ts";
export { EVERY_COMBINATION, shareOf } from "./share-of-runs.ts";
export { SEED, seededRandom } from "./seed.ts";
export { SHARED_SERVERS_VARIABLE } from "./shared-servers.ts";
export { skipBecause } from "./skip.ts";
export { startSpanSink, type ReceivedSpan, type SpanSink } from "./span-sink.ts";
export { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";
export { createTestDatabase, withDatabase, type TestDatabase } from "./test-database.ts";
export { testKey, testKeyRing, testKeyRingText } from "./test-keys.ts";
export { NATS_URL_VARIABLE, startTestNats, withNats, type TestBus, type TestNats } from "./test-nats.ts";
export {
  POSTGRES_URL_VARIABLE,
  startTestPostgres,
  testPostgresUrl,
  withPostgres,
  type TestPostgres,
} from "./test-postgres.ts";
export { waitFor } from "./wait-for.ts";
