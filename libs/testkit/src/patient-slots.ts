import { SYNC_SLOTS } from "@flowlix/engine";
import { DueSlots } from "@flowlix/runtime";

/** Slots that take no look for hanging on a slow machine, so that all have ended when their caller is answered. */
export const patientSlots = (): DueSlots => new DueSlots({ ...SYNC_SLOTS, hangsAfterMs: 600_000 });
