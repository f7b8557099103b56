/** Loads what the overview shows only when it is asked for, so that a later press needs no network. */
export async function loadOverviewParts(): Promise<void> {
  await import('../screens/overview/attention-list.tsx');
  await import('../screens/overview/case-reply.tsx');
  await import('../screens/overview/estimates-list.tsx');
  await import('../screens/overview/completed-repairs.tsx');
}
