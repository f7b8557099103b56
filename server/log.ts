/** What the parts of the server need of a log: a line with its details. No personal data goes in. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/**
 * What a log may hold of an error. Not its other fields: a database puts the whole row there that it
 * would not take.
 */
export function errorForLog(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    name,
    message,
    stack,
    ...(code === undefined ? {} : { code }),
    ...(cause === undefined ? {} : { cause: errorForLog(cause) }),
  };
}
