/** Source: specification, section 8, "Other messages". */
export const popUpBlocked = 'Pop-up blocked. Please allow pop-ups for this site and try again.';
export const popUpAdvice =
  'Pop-ups are blocked. Please enable pop-ups for this site in your browser settings and try again.';

/** @param error what was caught, of any kind */
export function printFailure(error: unknown): string {
  const cause = error instanceof Error && error.message !== '' ? error.message : 'Unknown error';
  return `Failed to print ticket: ${cause}`;
}

/** What printing needs, once the user prints: the layout, its measuring, the code. */
export async function loadPrinting(): Promise<typeof import('./print-places.ts')> {
  try {
    return await import('./print-places.ts');
  } catch {
    throw new Error('The layout of the ticket could not be loaded.');
  }
}

/** Fetches all of it while nobody waits: a ticket is then printed without the network, too. */
export async function preloadPrinting(): Promise<void> {
  const { loadLayout } = await loadPrinting();
  await loadLayout();
}
