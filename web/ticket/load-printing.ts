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
