/** What payers see of a merchant's account. */
export interface Branding {
  /** The account's own, else the merchant's. */
  readonly name: string;
  /** `#rrggbb`. */
  readonly colour: string | null;
  readonly logoSha256: string | null;
}
