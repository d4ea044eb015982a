/** What a handler answers; only the HTTP server writes it to a socket. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that is no text. */
export interface BytesAnswer extends Omit<Answer, "body"> {
  readonly body: Buffer;
  readonly contentType: string;
}

/** An answer that is already JSON text, so that a stored response is sent byte for byte. */
export const jsonText = (status: number, body: string, headers?: Readonly<Record<string, string>>): Answer =>
  headers === undefined ? { status, body } : { status, body, headers };

export const json = (status: number, value: unknown, headers?: Readonly<Record<string, string>>): Answer =>
  jsonText(status, JSON.stringify(value), headers);
