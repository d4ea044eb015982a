/** The mode of what is Sandbox's or live, as metrics name it. */
export type Mode = "live" | "sandbox";

export const MODES: readonly Mode[] = ["live", "sandbox"];

export const modeOf = (livemode: boolean): Mode => (livemode ? "live" : "sandbox");
