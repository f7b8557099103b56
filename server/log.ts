/** What the parts of the server need of a log: a line with its details. No personal data goes in. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
