import type { PrintedThing } from './sheet.ts';

export function printFailure(error: unknown, what: PrintedThing = 'ticket'): string {
  const cause = error instanceof Error && error.message !== '' ? error.message : 'Unknown error';
  return `Failed to print ${what}: ${cause}`;
}
