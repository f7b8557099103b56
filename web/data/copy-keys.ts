/**
 * Where the browser keeps its copies of the shop's data. The first, third and fourth key are the
 * specification's (section 3); the others are ours (docs/decisions/offline.md).
 */
export const copyKeys = {
  /** Repairs that are not completed, except those that wait for an answer to their estimate. */
  open: 'watch-repairs',
  /** Repairs whose estimate was sent: they left the open list and must still be found. */
  estimateSent: 'estimate-repairs',
  completed: 'completed-repairs',
  clients: 'clients',
  /** What stands on every printed ticket. */
  shop: 'shop',
  /** When the copies were last whole, and the counts at that time. */
  note: 'local-copies',
} as const;

export type CopyKey = Exclude<(typeof copyKeys)[keyof typeof copyKeys], 'local-copies' | 'shop'>;
export type RepairCopyKey = Exclude<CopyKey, 'clients'>;

export const repairCopyKeys: readonly RepairCopyKey[] = [
  copyKeys.open,
  copyKeys.estimateSent,
  copyKeys.completed,
];

/** Takes every copy of clients' data off this computer. */
export function forgetLocalCopies(): void {
  try {
    for (const key of Object.values(copyKeys)) localStorage.removeItem(key);
  } catch {
    // Storage is forbidden: then there is no copy either.
  }
}
