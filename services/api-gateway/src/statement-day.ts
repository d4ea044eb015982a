/** How operators name a day of the provider's statement, on the command line and on the control API alike. */
export const STATEMENT_DAY = /^(?:\d{4}-\d{2}-\d{2}|today|yesterday)$/;
