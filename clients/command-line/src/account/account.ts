import { noKey, usage } from "../failure.ts";

/** Where the platform is, and who asks. */
export interface Account {
  /** Without a slash at its end. */
  readonly url: string;
  readonly key: string;
}

/** The underscores let the documents' placeholder pass: the server says what it is and where a key comes from. */
const KEY = /^api_(test|live)_sk_[A-Za-z0-9_]+$/;
/** As a parsed URL writes these hosts. */
const LOOPBACK = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/;

export const isSandbox = ({ key }: Account): boolean => key.startsWith("api_test_");

/**
 * The account of an address and a key as somebody typed them. Errors: Failure, where one of the two cannot be right, or
 * a live key would travel in clear. The key is in no message.
 */
export function accountOf(url: string, key: string): Account {
  if (key === "") throw noKey("there is no key");
  if (!KEY.test(key))
    throw usage(
      "the key does not look like one: it is api_test_sk_ (Sandbox) or api_live_sk_ (live), then letters and digits alone; `make start` prints one, elsewhere your operator gives you one",
    );
  const address = addressOf(url);
  const account = { url: `${address.origin}${address.pathname.replace(/\/(v1\/?)?$/, "")}`, key };
  if (address.protocol === "http:" && !LOOPBACK.test(address.hostname) && !isSandbox(account))
    throw usage(`a live key does not travel in clear: use https:// for ${address.host}`);
  return account;
}

function addressOf(url: string): URL {
  const address = URL.parse(url);
  if (
    address !== null &&
    /^https?:$/.test(address.protocol) &&
    address.username === "" &&
    address.search === ""
  )
    return address;
  throw usage(
    `${JSON.stringify(url.split("@").at(-1))} is no address such as https://api.example.com or http://127.0.0.1:3000`,
  );
}
