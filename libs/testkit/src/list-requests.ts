const ANY: [] = [];

/** A question for a list without any filter, but for whose it is; of every owner whose lists can be filtered. */
export const UNFILTERED = {
  limit: 10,
  starting_after: null,
  ending_before: null,
  status: ANY,
  currency: ANY,
  card_brand: ANY,
  card_last4: null,
  created: { gte: null, lte: null },
  amount: { gte: null, lte: null },
  search: null,
};
