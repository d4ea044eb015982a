export { countsWhatBecame, describeCreating } from "./creating.ts";
export { describeHangingSync } from "./hanging-sync.ts";
export { exceptionKinds, goesOnLate, losingMoves } from "./late-attempt.ts";
export { describeNeverFound } from "./never-found.ts";
export { describeOpenAndEnded } from "./open-and-ended.ts";
export { DEADLINE_MS, type Asked, type OwnerUnderTest } from "./owner-under-test.ts";
export { ownerDeps, rowsOf, startBeforeOf, type OwnerRows } from "./owner-deps.ts";
export { describeTransferJournal } from "./transfer-journal.ts";
export { describeBrokenOff, describeUnknownAcquirer } from "./unknown-acquirer.ts";
