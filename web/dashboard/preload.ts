import { useEffect } from 'react';
import { loadRepairDialogs } from '../repairs/repair-dialogs.tsx';
import { loadPanels } from '../shortcuts/panels.ts';
import { preloadPrinting } from '../ticket/load-printing.ts';
import { loadTabs } from './dashboard-tabs.tsx';
import { loadRepairDialog } from './repair-dialog-host.tsx';

/** After the first screen has had the network to itself. */
const preloadAfterMs = 2_000;

/**
 * Fetches the rest of the screens while nobody waits: tabs and dialogs then open at once, and also
 * when the server has gone away in the meantime.
 */
export function usePreload(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // What fails is fetched again when it is needed, and says so then.
      void Promise.allSettled([
        ...loadTabs(),
        ...loadRepairDialogs(),
        loadRepairDialog(),
        preloadPrinting(),
        ...loadPanels(),
      ]);
    }, preloadAfterMs);
    return () => clearTimeout(timer);
  }, []);
}
