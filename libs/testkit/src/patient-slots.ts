import { LOOK_SLOTS } from "@flowlix/engine";
import { DueSlots } from "@flowlix/runtime";

/** Slots that take nothing for hanging, however slow the machine is: whoever looks has looked when it is answered. */
export const patientSlots = (): DueSlots => new DueSlots({ ...LOOK_SLOTS, hangsAfterMs: 600_000 });
