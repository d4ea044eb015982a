/** Whose statement is compared: an acquirer's, or that of a merchant's account there (null: the installation's own). */
export interface StatementSource {
  /** Absent where no object is to be left out. */
  readonly provider?: string | undefined;
  readonly provider_account?: string | null | undefined;
}

/** For the parameters of `ofSourceSql`. */
export const sourceValues = ({ provider, provider_account }: StatementSource): readonly unknown[] => [
  provider ?? null,
  provider_account ?? null,
];

/**
 * Whether an object belongs to a statement: its row names that acquirer and that account. What names no object is the
 * installation's own, which has always had it. `object` is the alias of a left joined object, `provider` and `account`
 * are the parameters. `elsewhere`: the account of what is asked about, where it is not the object's own.
 */
export const ofSourceSql = (
  object: string,
  provider: string,
  account: string,
  elsewhere = "null::text",
): string =>
  `(${provider}::text is null or case when ${elsewhere} is not null then ${elsewhere} = ${account}
      when ${object}.id is null then ${account}::text is null
      else ${object}.provider = ${provider} and ${object}.provider_account is not distinct from ${account} end)`;
