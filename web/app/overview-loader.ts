/** Loads ahead what the overview shows only on request, so that a later press needs no network. */
export async function loadOverviewParts(): Promise<void> {
  await import('../screens/overview/attention-list.tsx');
  await import('../screens/overview/case-reply.tsx');
  await import('../screens/overview/estimates-list.tsx');
  await import('../screens/overview/completed-repairs.tsx');
}
