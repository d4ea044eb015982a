export const MODES = ["sandbox", "live"] as const;
export type Mode = (typeof MODES)[number];

export const modeOf = (livemode: boolean): Mode => (livemode ? "live" : "sandbox");
