import { SYNC_SLOTS } from "@flowlix/engine";
import { DueSlots } from "@flowlix/runtime";

/** Slots that take no status sync for hanging on a slow machine. So all have ended when their caller is answered. */
export const patientSlots = (): DueSlots => new DueSlots({ ...SYNC_SLOTS, hangsAfterMs: 600_000 });
