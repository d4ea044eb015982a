import type { IncomingHttpHeaders } from "node:http";

/** What a page needs of a request, as the server that mounts the routes hands it over. */
export interface PageRequest {
  /** `*` for what follows the template's own part of the path; null where an escape is malformed. */
  readonly params: Readonly<Record<string, string | null>>;
  readonly headers: IncomingHttpHeaders;
}

export interface PageAnswer {
  readonly status: number;
  readonly body: Buffer;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** One row of the table of routes. None asks for an API key. */
export interface PageRoute {
  readonly method: "GET";
  /** As metrics and logs name it: `*` at the end stands for all that follows. */
  readonly template: string;
  handle(request: PageRequest): Promise<PageAnswer>;
}
