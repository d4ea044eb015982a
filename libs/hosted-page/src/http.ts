import type { IncomingHttpHeaders } from "node:http";

/** One request of a payer's browser, as the server that mounts the routes hands it over. */
export interface PageRequest {
  readonly requestId: string;
  /** Parts of the path by their names in the template; null where one is malformed. */
  readonly params: Readonly<Record<string, string | null>>;
  /** As it was sent, without the question mark; empty where there is none. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** Whole body as received, empty where there is none; the server bounds its length. */
  readonly body: Buffer;
  /** The other end of the socket. */
  readonly remoteAddress: string;
  /** What is left of REQUEST_DEADLINE. */
  readonly deadline: { remainingMs(): number };
}

/** A page, or a file that is text. */
export interface PageAnswer {
  readonly status: number;
  readonly body: string;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A file that is no text. */
export interface BytesAnswer extends Omit<PageAnswer, "body"> {
  readonly body: Buffer;
}

/** One row of the table of routes. None asks for an API key: the link itself is what opens a page. */
export interface PageRoute {
  readonly method: "GET" | "POST";
  /** As metrics and logs name it: `{name}` for a part of the path, `*` at the end for all that follows. */
  readonly template: string;
  handle(request: PageRequest): Promise<PageAnswer | BytesAnswer>;
  /** The answer to a body that is too large or did not arrive whole; `body` is empty. */
  readonly unreadable?: (request: PageRequest) => PageAnswer;
}
