/** What k6 provides and @types/k6 leaves to the browser's types. */
declare const console: {
  log(text: string): void;
  warn(text: string): void;
  error(text: string): void;
};
