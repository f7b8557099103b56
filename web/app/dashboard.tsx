import { useQuery } from '@tanstack/react-query';
import Clock from 'lucide/clock';
import Store from 'lucide/store';
import {
  type ReactNode,
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from 'react';
import { clockGapText } from '../../domain/clock.ts';
import { useAddress } from '../data/address.ts';
import { useConnection } from '../data/connection.ts';
import { useGoTo } from '../data/go-to.ts';
import { untilIdle, untilRead } from '../data/idle.ts';
import { Link } from '../data/location.tsx';
import { useLocalCopies } from '../data/outage.ts';
import { definePanels, type PanelLoaders, panels, useShownPanel } from '../data/panels.ts';
import { settingsQuery, shopQuery } from '../data/queries.ts';
import { putRepair } from '../data/repair-cache.ts';
import { onRepairMovedOn } from '../data/repair-problem.ts';
import { scannedTicket, scanTaker } from '../data/scanned-ticket.ts';
import { isSetUpLater } from '../data/set-up-later.ts';
import { timeZone } from '../data/shop-time.ts';
import { TicketPlacesProvider } from '../data/ticket-places.tsx';
import { toasts } from '../data/toasts.ts';
import { dropFocusOutside, isFocusOnItsWay, noteShownTab } from '../data/wanted-focus.ts';
import { ActionFrame } from '../parts/frame/action-frame.tsx';
import { preloadPrinting } from '../parts/print/print-button.tsx';
import { loadFilters, loadShapes } from '../parts/repair-list/repair-list.tsx';
import { loadSelectionBar } from '../parts/repair-list/selection.tsx';
import { Banner } from '../ui/banner.tsx';
import { buttonClasses } from '../ui/classes.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { openDialogs } from '../ui/open-dialogs.ts';
import { type GlobalShortcutName, isApplePlatform } from '../ui/shortcuts.ts';
import { actionLoaders } from './action-loaders.ts';
import { askWhoIsHere } from './at-computer.tsx';
import { DashboardSkeleton, ErrorBoundary } from './bare-screens.tsx';
import { DashboardTabs, tabLoaders } from './dashboard-tabs.tsx';
import { listenToKeys } from './key-listener.ts';
import { useLiveUpdates } from './live-updates.ts';
import { BottomBar } from './navigation.tsx';
import { useSingleKeys } from './single-keys.ts';
import { contentId, SkipLink } from './skip-link.tsx';
import { TopBar } from './top-bar.tsx';

const loadPanels = {
  palette: async () => (await import('./command-palette.tsx')).CommandPalette,
  sheet: async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet,
  logOut: async () => (await import('../parts/outbox/outbox-panel.tsx')).LogOutPanel,
  outbox: async () => (await import('../parts/outbox/outbox-panel.tsx')).OutboxPanel,
  texts: async () =>
    (await import('../screens/simulated-phone/simulated-phone-dialog.tsx')).SimulatedPhoneDialog,
  move: async () => (await import('../actions/move/move-dialog.tsx')).MovePanel,
  setUp: async () => (await import('../screens/shop/set-up-dialog.tsx')).SetUpDialog,
} satisfies PanelLoaders;

definePanels(loadPanels);

const panelLoaders: readonly (() => Promise<unknown>)[] = Object.values(loadPanels);

const ticketPage = lazyPart(
  async () => (await import('../screens/ticket/ticket-page.tsx')).TicketPage,
);

const loadOverviewParts = async () => (await import('./overview-loader.ts')).loadOverviewParts();

/** After the first screen has had the network to itself. */
const preloadAfterMs = 2_000;

/**
 * One after the other, and only while the browser is idle and waits for no answer: each part is run as it
 * arrives, and all of them at once would keep a user who presses something meanwhile waiting.
 */
async function preload(signal: AbortSignal): Promise<void> {
  const loaders = [
    ticketPage.load,
    ...tabLoaders,
    loadFilters,
    loadShapes,
    loadSelectionBar,
    loadOverviewParts,
    ...actionLoaders,
    preloadPrinting,
    ...panelLoaders,
  ];
  for (const load of loaders) {
    await untilRead();
    await untilIdle();
    if (signal.aborted) return;
    // Browsers never fetch a script again once it has failed: the rest waits until the server can be reached.
    try {
      await load();
    } catch {
      return;
    }
  }
}

/**
 * Fetches the rest of the screens while no one waits: tabs and dialogs then open at once, even
 * when the server has gone away in the meantime.
 */
function usePreload(): void {
  const isAway = useConnection() === 'offline';
  useEffect(() => {
    if (isAway) return;
    const over = new AbortController();
    const timer = setTimeout(() => void preload(over.signal), preloadAfterMs);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [isAway]);
}

function CounterKeys() {
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
    else if (name === 'who') askWhoIsHere();
    else if (panels.isOpen(name)) panels.close();
    else void panels.open(name);
  });

  const onTicket = useEffectEvent((ticketNumber: string) => {
    const take = scanTaker.get();
    if (take !== null) return take(ticketNumber);
    if (openDialogs.closeAll()) {
      scannedTicket.set(ticketNumber);
      return openTicket(ticketNumber);
    }
    toasts.show({
      kind: 'info',
      title: `Scanned ${ticketNumber}`,
      detail: 'Finish or close what is open here, then scan again to see that ticket.',
    });
  });

  const onOtherCode = useEffectEvent((code: string) => {
    const take = scanTaker.get();
    if (take !== null) return take(code);
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

/** A new shop is asked to do its setup; if put off, a mark is a reminder until it is done. */
function useFirstSetUp(): void {
  const isToBeAsked = useQuery(settingsQuery).data?.isSetUp === false;
  useEffect(() => {
    if (isToBeAsked && !isSetUpLater()) void panels.open('setUp');
  }, [isToBeAsked]);
}

/** Times on the screens are those of the clock on the shop's wall, wherever the browser is. */
function useShopTimes(): void {
  const zone = useQuery(settingsQuery).data?.timeZone;
  useLayoutEffect(() => timeZone.set(zone), [zone]);
}

/** Sends what waits in this browser; its code loads after the first screen. */
function useDelivery(): void {
  useEffect(() => {
    const over = new AbortController();
    const timer = setTimeout(async () => {
      await untilRead();
      import('./delivery.ts').then(
        ({ keepDelivering }) => {
          if (!over.signal.aborted) over.signal.addEventListener('abort', keepDelivering());
        },
        () => undefined,
      );
    }, preloadAfterMs);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, []);
}

/** Everything that staff work with. Source: specification, section 2 ("Dashboard"). */
export function Dashboard() {
  const shop = useQuery(shopQuery);
  const settings = useQuery(settingsQuery);
  const [waits, setWaits] = useState(true);
  // A server that is away must not keep the copies from being shown.
  const isKnown = [shop, settings].every((query) => !query.isPending || query.failureCount > 0);
  useEffect(() => {
    // All at once it would be one long task.
    if (isKnown) startTransition(() => setWaits(false));
  }, [isKnown]);
  useLiveUpdates();
  useLocalCopies();
  useDelivery();
  usePreload();
  useEffect(() => onRepairMovedOn(putRepair), []);
  useFirstSetUp();
  useShopTimes();

  // Its name, its staff and its banners are above everything: what was drawn before them would be pushed down.
  if (waits) return <DashboardSkeleton />;
  return (
    <TicketPlacesProvider>
      <ActionFrame>
        <SkipLink />
        <TopBar />
        <BottomBar />
        <BesideTicket>
          <main
            id={contentId}
            className="mx-auto flex max-w-[90rem] flex-col px-4 pb-32 **:scroll-mt-[calc(var(--top-bar)+var(--control)+1rem)] **:scroll-mb-[calc(var(--bottom-bar)+var(--foot,0px)+1rem)] sm:px-6"
          >
            <ShopBanners />
            <DashboardTabs />
          </main>
        </BesideTicket>
        <TicketPageHost />
        <CounterKeys />
      </ActionFrame>
    </TicketPlacesProvider>
  );
}

function BesideTicket({ children }: { children: ReactNode }) {
  const { ticket } = useAddress();
  return <div className={ticket === null ? undefined : 'xl:pr-ticket'}>{children}</div>;
}

function TicketPageHost() {
  const { ticket } = useAddress();
  const [isUsed, setIsUsed] = useState(false);
  if (ticket !== null && !isUsed) setIsUsed(true);
  return (
    isUsed && (
      <ErrorBoundary resetKey={ticket} fallback={(error) => <NotOpened error={error} />}>
        <ticketPage.Part />
      </ErrorBoundary>
    )
  );
}

function NotOpened({ error }: { error: unknown }) {
  const { ticket, closeTicket } = useAddress();
  const leave = useEffectEvent(closeTicket);
  useEffect(() => {
    if (ticket === null) return;
    toasts.show({
      kind: 'error',
      title: `Couldn’t open ${ticket}`,
      detail: `${error instanceof Error ? error.message : error}. Reload the page to try again.`,
    });
    leave();
  }, [ticket, error]);
  return null;
}

/** The server's clock may go wrong, and be corrected, while the screen is open. */
const askEveryMs = 60_000;

export function ShopBanners() {
  const { data: shop } = useQuery({ ...shopQuery, refetchInterval: askEveryMs });
  const { href } = useAddress();
  const clockGap = clockGapText((shop?.clockAheadSeconds ?? 0) * 1000);
  return (
    <>
      {clockGap !== null && (
        <div className="pt-2">
          <Banner tone="warning" icon={Clock} title={`The server’s clock is ${clockGap}.`}>
            The times you see are wrong. Tell the owner: docs/running.md explains how to set the
            clock.
          </Banner>
        </div>
      )}
      {shop !== undefined && !shop.isConfigured && (
        <div className="pt-2">
          <Banner
            icon={Store}
            title="The shop has no name yet."
            action={
              <Link to={href({ tab: 'shop' })} className={buttonClasses()}>
                Settings
              </Link>
            }
          >
            Tickets and texts show a placeholder.
          </Banner>
        </div>
      )}
    </>
  );
}
