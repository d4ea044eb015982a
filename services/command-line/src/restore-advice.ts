/**
 * What an operator does about each kind of difference after a restore (docs/backups.md#after-a-restore), by the
 * difference and, where it matters, the kind of the movement.
 */
const ADVICE: Readonly<Record<string, string>> = {
  "missing_here charge": `The acquirer charged a payer for a Payment that was made after the backup. Its merchant knows it by this
reference, from our answer or a webhook. Ask: was it paid for a second time since, or is nothing owed for it? Then give it
back at the acquirer, by the reference. Otherwise the money is the merchant's: settle it with them outside of the platform.`,
  "missing_here refund": `The acquirer gave money back for a Refund that was made after the backup. Our Payment still looks as if it
could be refunded: tell the merchant not to refund it again.`,
  "missing_here payout": `The acquirer paid out for a Payout that was made after the backup. Tell the merchant not to make it again,
and take it off what they are owed: our balance does not.`,
  "missing_here reversal": `The acquirer gave back a charge that came after an end. If its charge is listed too, the two are even.`,
  status: `Both have it, and it ended otherwise here. Its owner is asking the acquirer: in some minutes the difference is gone
or anomaly list has it. A charge is given back by anomaly reverse, a Refund or Payout is ended by anomaly note.`,
  missing_there: `We posted what the acquirer does not state. That is not of our restore: ask whether the acquirer lost something.`,
};

const OTHERS = "That is not of the restore: see docs/operators.md, The provider's statement.";

export function adviceOn(difference: string, kind: string): string {
  return ADVICE[`${difference} ${kind}`] ?? ADVICE[difference] ?? OTHERS;
}
