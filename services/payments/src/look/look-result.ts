/** What a look did to its Payment: a move, nothing, or nothing because the provider could not be understood. */
export type LookResult = "changed" | "unchanged" | "failed";
