import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useAddress } from '../data/address.ts';
import { useGoTo } from '../data/go-to.ts';
import { useLocalCopies } from '../data/outage.ts';
import { shopQuery } from '../data/queries.ts';
import { putRepair } from '../data/repair-cache.ts';
import { TicketPlacesProvider } from '../data/ticket-places.tsx';
import { dropFocusOutside, isFocusOnItsWay, noteShownTab } from '../data/wanted-focus.ts';
import { useOutboxDelivery } from '../outbox/delivery.ts';
import { loadNeedsAttention } from '../overview/attention-place.tsx';
import { preloadPrinting } from '../print/print-button.tsx';
import { RepairDialogs, repairDialogLoaders } from '../repairs/repair-dialogs.tsx';
import { onRepairMoved } from '../repairs/repair-problem.ts';
import { openDialogs } from '../ui/open-dialogs.ts';
import { definePanels, type PanelLoaders, panels, useShownPanel } from '../ui/panels.ts';
import { untilIdle } from '../ui/press.ts';
import { type GlobalShortcutName, isApplePlatform } from '../ui/shortcuts.ts';
import { toasts } from '../ui/toasts.ts';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { DashboardTabs, tabLoaders } from './dashboard-tabs.tsx';
import { listenToKeys } from './key-listener.ts';
import { useLiveUpdates } from './live-updates.ts';
import { BottomBar } from './navigation.tsx';
import { loadRepairDialog, RepairDialogHost } from './repair-dialog-host.tsx';
import { ShopBanners } from './shop-banners.tsx';
import { useSingleKeys } from './single-keys.ts';
import { TopBar } from './top-bar.tsx';

const loadPanels = {
  palette: async () => (await import('./command-palette.tsx')).CommandPalette,
  sheet: async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet,
  logOut: async () => (await import('../outbox/outbox-panel.tsx')).LogOutPanel,
  outbox: async () => (await import('../outbox/outbox-panel.tsx')).OutboxPanel,
  texts: async () => (await import('../texts/simulated-phone-dialog.tsx')).SimulatedPhoneDialog,
} satisfies PanelLoaders;

definePanels(loadPanels);

/** Load what the panels are made of, so that a later press needs no network. */
export const panelLoaders: readonly (() => Promise<unknown>)[] = Object.values(loadPanels);

/** After the first screen has had the network to itself. */
const preloadAfterMs = 2_000;

/**
 * One after the other, and only while the browser is idle: each part is run as it arrives, and all
 * of them at once would keep a user who presses something meanwhile waiting.
 */
async function preload(signal: AbortSignal): Promise<void> {
  const loaders = [
    loadRepairDialog,
    ...tabLoaders,
    loadNeedsAttention,
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

/** The keyboard and the scanner of the counter, on every screen of the dashboard. */
export function CounterKeys() {
  const { tab, openTicket } = useAddress();
  const hasSingleKeys = useSingleKeys();
  const goTo = useGoTo();
  const shown = useShownPanel();

  const situation = useEffectEvent(() => ({
    isDialogOpen: openDialogs.areInTheWay(),
    isPaletteOpen: panels.isOpen('palette'),
    hasSingleKeys: hasSingleKeys && !panels.isOpening() && !isFocusOnItsWay(),
    isApple: isApplePlatform(),
  }));

  const onShortcut = useEffectEvent((name: GlobalShortcutName) => {
    if (name === 'search' || name === 'new-repair') goTo(name);
    else if (panels.isOpen(name)) panels.close();
    else void panels.open(name);
  });

  const onTicket = useEffectEvent((ticketNumber: string) => {
    if (openDialogs.closeAll()) return openTicket(ticketNumber);
    toasts.show({
      kind: 'info',
      title: `Scanned ${ticketNumber}`,
      detail: 'Finish or close what is open here, then scan again to see that ticket.',
    });
  });

  const onOtherCode = useEffectEvent((code: string) => {
    toasts.show({
      kind: 'info',
      title: 'Not a ticket number',
      detail: `Scanned “${code}”. If it is a ticket, scan it again.`,
    });
  });

  useEffect(() => {
    const stop = listenToKeys({
      situation: () => situation(),
      onShortcut: (name) => onShortcut(name),
      onTicket: (ticketNumber) => onTicket(ticketNumber),
      onOtherCode: (code) => onOtherCode(code),
    });
    return () => {
      stop();
      panels.forget();
    };
  }, []);

  useLayoutEffect(() => noteShownTab(tab), [tab]);
  useEffect(() => dropFocusOutside(tab), [tab]);

  if (shown === null) return null;
  const { name, Panel, isOpen, subject } = shown;
  return <Panel key={name} open={isOpen} onClose={panels.close} subject={subject} />;
}

export { loadTabInAddress } from './dashboard-tabs.tsx';

/** Everything that staff work with. Source: specification, section 2 ("Dashboard"). */
export function Dashboard() {
  const queryClient = useQueryClient();
  const { isPending, failureCount } = useQuery(shopQuery);
  const [waits, setWaits] = useState(true);
  // A server that is away must not keep the copies from being shown.
  if (waits && (!isPending || failureCount > 0)) setWaits(false);
  useLiveUpdates();
  useLocalCopies();
  useOutboxDelivery();
  usePreload();
  useEffect(() => onRepairMoved((repair) => putRepair(queryClient, repair)), [queryClient]);

  // Its name and its banners stand above everything: what came before them would be pushed down.
  if (waits) return <DashboardSkeleton />;
  return (
    <TicketPlacesProvider>
      <RepairDialogs>
        <TopBar />
        <BottomBar />
        <BesideTicket>
          <main className="mx-auto flex max-w-[90rem] flex-col px-4 pt-2 pb-32 **:scroll-mt-[calc(var(--top-bar)+var(--control)+1rem)] **:scroll-mb-[calc(var(--bottom-bar)+var(--foot,0px)+1rem)] sm:px-6 sm:pt-3">
            <ShopBanners />
            <DashboardTabs />
          </main>
        </BesideTicket>
        <RepairDialogHost />
        <CounterKeys />
      </RepairDialogs>
    </TicketPlacesProvider>
  );
}

/** On a wide screen the open ticket stands beside the page, and takes the room from it. */
function BesideTicket({ children }: { children: ReactNode }) {
  const { ticket } = useAddress();
  return <div className={ticket === null ? undefined : 'xl:pr-ticket'}>{children}</div>;
}
