export { movedAt } from "./moved-at.ts";
export type { TransferEvent } from "./transfer-event.ts";
export {
  IllegalTransition,
  transitionTable,
  type Transitions,
  type TransitionTable,
} from "./transition-table.ts";
