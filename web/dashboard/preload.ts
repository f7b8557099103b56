import { useEffect } from 'react';
import { loadNeedsAttention } from '../attention/attention-place.tsx';
import { repairDialogLoaders } from '../repairs/repair-dialogs.tsx';
import { panelLoaders } from '../shortcuts/panels.ts';
import { preloadPrinting } from '../ticket/load-printing.ts';
import { untilIdle } from '../ui/idle.ts';
import { tabLoaders } from './dashboard-tabs.tsx';
import { loadRepairDialog } from './repair-dialog-host.tsx';

/** After the first screen has had the network to itself. */
const preloadAfterMs = 2_000;

/**
 * One after the other, and only while the browser is idle: each part is run as it arrives, and all
 * of them at once would keep a user who presses something meanwhile waiting.
 */
async function preload(signal: AbortSignal): Promise<void> {
  const loaders = [
    ...tabLoaders,
    loadNeedsAttention,
    loadRepairDialog,
    ...repairDialogLoaders,
    preloadPrinting,
    ...panelLoaders,
  ];
  for (const load of loaders) {
    await untilIdle();
    if (signal.aborted) return;
    // What fails is fetched again when it is needed, and says so then.
    await load().catch(() => undefined);
  }
}

/**
 * Fetches the rest of the screens while nobody waits: tabs and dialogs then open at once, and also
 * when the server has gone away in the meantime.
 */
export function usePreload(): void {
  useEffect(() => {
    const over = new AbortController();
    const timer = setTimeout(() => void preload(over.signal), preloadAfterMs);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, []);
}
