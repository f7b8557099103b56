/**
 * Which pages of each list are in view. Only those are read again when something changes; a list
 * that reports nothing counts as viewed from its beginning. Lists are identified by the hash of
 * their query's key.
 */

interface Shown {
  /** Page numbers by the part of the screen that shows them. */
  byPart: Map<string, ReadonlySet<number>>;
  /** Pages that came into view are being read: those that are not stale need not be. */
  isCatchingUp: boolean;
}

const lists = new Map<string, Shown>();

function shownOf(list: string): Shown {
  const shown = lists.get(list) ?? { byPart: new Map(), isCatchingUp: false };
  lists.set(list, shown);
  return shown;
}

/** Says which pages a part of the screen shows now. */
export function showPages(list: string, part: string, pages: ReadonlySet<number>): void {
  shownOf(list).byPart.set(part, pages);
}

/** The part of the screen is gone. */
export function hidePages(list: string, part: string): void {
  const { byPart } = shownOf(list);
  byPart.delete(part);
  if (byPart.size === 0) lists.delete(list);
}

export function isPageInView(list: string, page: number): boolean {
  const shown = [...(lists.get(list)?.byPart.values() ?? [])];
  // Also of a list that has become empty: what comes next stands on its first page.
  if (shown.every((pages) => pages.size === 0)) return page === 0;
  return shown.some((pages) => pages.has(page));
}

export function isCatchingUp(list: string): boolean {
  return lists.get(list)?.isCatchingUp === true;
}

/** Has `read` go only for pages that are stale and in view. */
export async function catchUp(list: string, read: () => Promise<unknown>): Promise<void> {
  const shown = shownOf(list);
  shown.isCatchingUp = true;
  try {
    await read();
  } finally {
    shown.isCatchingUp = false;
    if (shown.byPart.size === 0) lists.delete(list);
  }
}
