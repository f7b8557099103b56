/** Source: specification, section 8, "Other messages". */
export const popUpBlocked = 'Pop-up blocked. Please allow pop-ups for this site and try again.';
export const popUpAdvice =
  'Pop-ups are blocked. Please enable pop-ups for this site in your browser settings and try again.';

/** @param error what was caught, of any kind */
export function printFailure(error: unknown): string {
  const cause = error instanceof Error && error.message !== '' ? error.message : 'Unknown error';
  return `Failed to print ticket: ${cause}`;
}
