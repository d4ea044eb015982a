import { distance } from "fastest-levenshtein";

/** Names that are longer are nobody's slip of the pen. */
const NAME_MAX = 64;
/** Letters that may be wrong, for each so many letters of the name. */
const LETTERS_PER_SLIP = 3;

/** What other APIs call it, by our name of it. All are plain: without signs, in lower case. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  cvc: ["cvv", "cvv2", "cid", "securitycode", "verificationvalue"],
  exp_month: ["expirymonth", "expirationmonth", "month"],
  exp_year: ["expiryyear", "expirationyear", "year"],
  holder_name: ["name", "cardholder", "cardholdername", "nameoncard"],
  number: ["pan", "cardnumber"],
  card_number: ["pan", "number"],
  enabled_events: ["events", "eventtypes"],
  line1: ["street", "address1", "streetaddress", "addressline1"],
  postal_code: ["zip", "zipcode", "postcode"],
  state: ["province", "region"],
  merchant_customer_id: ["customer", "customerid"],
  merchant_reference: ["reference", "orderid", "externalid"],
  customer_ip_address: ["ip", "ipaddress", "clientip", "customerip"],
  payment_method_data: ["source", "card", "paymentmethod"],
  return_url: ["redirecturl", "successurl", "callbackurl"],
  limit: ["pagesize", "perpage", "count"],
  starting_after: ["page", "after", "cursor", "offset"],
  ending_before: ["before"],
};

/** The known name that was probably meant, if there is one. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > NAME_MAX) return undefined;
  const plain = plainOf(name);
  const elsewhere = known.find((one) => OTHER_NAMES[one]?.includes(plain) === true);
  if (elsewhere !== undefined) return elsewhere;
  const near = known
    .map((one) => ({ one, slips: distance(plain, plainOf(one)) }))
    .filter(({ one, slips }) => slips <= Math.max(1, Math.floor(one.length / LETTERS_PER_SLIP)))
    .toSorted((a, b) => a.slips - b.slips);
  return near[0]?.one;
}

/** `returnUrl`, `return-url` and `RETURN_URL` are spellings of one name. */
const plainOf = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, "").toLowerCase();
