/** What a day is compared for: it is over for the first time, or was asked for; or the round has come to it. */
export type Pass = "next" | "round";
