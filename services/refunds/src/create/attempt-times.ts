import { deadlineIn, type Deadline } from "@flowlix/provider";
import type { RefundsDeps } from "../deps.ts";
import type { Attempt } from "./attempt.ts";

type Settings = Pick<RefundsDeps, "settings">;

/** What the Payment's owner has at least to take an outcome over; less where a request's time is set short. */
const PAYMENT_SHARE_MS = 2_000;

const untilEnd = ({ settings }: Settings, { startedAt }: Attempt): number =>
  settings.ownerDeadlineMs - (performance.now() - startedAt);

/** What is left of an attempt's time (docs/design/architecture.md#time-ladder). */
export const attemptDeadline = (deps: Settings, attempt: Attempt): Deadline =>
  deadlineIn(untilEnd(deps, attempt));

/** How long the provider may take of it, in milliseconds: its outcome is answered only after the Payment shows it. */
export const providerShareMs = (deps: Settings, attempt: Attempt): number =>
  untilEnd(deps, attempt) - Math.min(PAYMENT_SHARE_MS, deps.settings.ownerDeadlineMs / 5);
