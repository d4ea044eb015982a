import { ACQUIRER_FAULTS } from "./faults/acquirer.ts";
import { EVENT_FAULTS } from "./faults/events.ts";
import { PROCESS_FAULTS } from "./faults/processes.ts";
import { CLOCK_FAULTS } from "./faults/clocks.ts";
import { STANDBY_FAULTS } from "./faults/standby.ts";
import { STORE_FAULTS } from "./faults/stores.ts";
import { VOLUME_FAULTS } from "./faults/volume.ts";
import { CLIENT_FAULTS } from "./faults/clients.ts";
import { BOOK_FAULTS } from "./faults/books.ts";
import type { Fault } from "./fault.ts";

/** In this order: those that end without a trace before those that leave something behind. */
export const FAULTS: readonly Fault[] = [
  ...ACQUIRER_FAULTS,
  ...CLIENT_FAULTS,
  ...PROCESS_FAULTS,
  ...CLOCK_FAULTS,
  ...STORE_FAULTS,
  ...STANDBY_FAULTS,
  ...VOLUME_FAULTS,
  ...EVENT_FAULTS,
  ...BOOK_FAULTS,
];
