import pino, { type DestinationStream } from 'pino';

/** What the server needs of a log: a line with its details. No personal data goes in. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/**
 * An error as the log may keep it. A database puts into its errors what the row held, e.g. "Failing
 * row contains (…)": only what says which error it was stays, never whose data it was about.
 */
function loggable(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, code, errcode, cause } = error as Error & {
    code?: unknown;
    errcode?: unknown;
  };
  return {
    name,
    message,
    stack,
    ...(code === undefined ? {} : { code }),
    ...(errcode === undefined ? {} : { errcode }),
    ...(cause === undefined ? {} : { cause: loggable(cause) }),
  };
}

/** The product's log: one JSON object per line on the standard output. */
export function createLog(level: string, destination?: DestinationStream) {
  const options = { level, base: null, serializers: { err: loggable } };
  return destination ? pino(options, destination) : pino(options);
}
