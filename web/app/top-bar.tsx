import { useQuery } from '@tanstack/react-query';
import LogOut from 'lucide/log-out';
import RefreshCw from 'lucide/refresh-cw';
import Search from 'lucide/search';
import Store from 'lucide/store';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useAddress } from '../data/address.ts';
import { currentConnection, onConnectionChange } from '../data/connection.ts';
import { useGoTo } from '../data/go-to.ts';
import { shopQuery } from '../data/queries.ts';
import { logOutName } from '../data/session.ts';
import { askToLogOut } from '../outbox/outbox.ts';
import { OutboxSign } from '../outbox/outbox-sign.tsx';
import { shopTabLabel } from '../shop/sections.ts';
import { SimulatedPhoneButton, simulatedTextsName } from '../texts/simulated-phone-button.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { KeyCaps } from '../ui/key-caps.tsx';
import { panels, panelTitles } from '../ui/panels.ts';
import { ariaKeysOf } from '../ui/shortcuts.ts';
import { lookForNewVersion, useIsNewVersionThere } from './application-version.ts';
import { ConnectionSign } from './connection-sign.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** The way into the palette for mouse and touch, and for the eye that looks for the key. */
function PaletteButton() {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts={ariaKeysOf('palette')}
      title={panelTitles.palette}
      onClick={() => void panels.open('palette')}
      className="inline-flex h-control min-w-control shrink-0 items-center justify-center gap-2 rounded border border-transparent text-ink-muted transition-colors hover:bg-sunken hover:text-ink lg:border-line-strong lg:bg-canvas lg:px-3"
    >
      <Search aria-hidden="true" size={18} className="shrink-0 lg:size-4" />
      <span className="sr-only lg:hidden">{panelTitles.palette}</span>
      <span className="hidden lg:inline">Search or jump to…</span>
      <span aria-hidden="true" className="hidden lg:inline-flex">
        <KeyCaps of="palette" />
      </span>
    </button>
  );
}

/** Nothing is taken from under anybody's hands: the new version comes with the next load. */
function NewVersionSign() {
  const isThere = useIsNewVersionThere();

  // A server that was away may have come back as another version.
  useEffect(
    () =>
      onConnectionChange(() => {
        if (currentConnection() === 'live') lookForNewVersion();
      }),
    [],
  );

  return (
    <div role="status">
      {isThere && (
        <div className="border-t bg-sunken">
          <div className="mx-auto flex max-w-[90rem] flex-wrap items-center justify-between gap-x-4 px-4 py-1 text-sm sm:px-6">
            <p>A new version of this tool is here.</p>
            <Button variant="quiet" icon={RefreshCw} onClick={() => location.reload()}>
              Reload
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

/** Tells the style sheet how high the header is, for elements that stick below it. */
function useToldHeight() {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const header = bar.current;
    if (header === null) return;
    const root = document.documentElement.style;
    const tell = () => root.setProperty('--top-bar', `${header.getBoundingClientRect().height}px`);
    const observer = new ResizeObserver(tell);
    tell();
    observer.observe(header);
    return () => {
      observer.disconnect();
      root.removeProperty('--top-bar');
    };
  }, []);
  return bar;
}

/** Stays at the top while the page scrolls: whose shop it is, what is wrong, and the way out. */
export function TopBar() {
  const { data: shop } = useQuery(shopQuery);
  const bar = useToldHeight();
  const goTo = useGoTo();
  const { tab } = useAddress();
  return (
    <header ref={bar} data-top-bar className="sticky top-0 z-30 border-b bg-surface">
      <div className="mx-auto flex min-h-14 max-w-[90rem] flex-wrap items-center justify-end gap-x-1 px-4 py-1 sm:gap-x-3 sm:px-6">
        <h1
          className="line-clamp-2 min-w-0 flex-1 basis-20 break-words font-semibold leading-tight"
          title={shop?.shop.name}
        >
          {shop?.shop.name ?? 'Watch repair'}
        </h1>
        <PaletteButton />
        <span className="hidden sm:inline-flex">
          <SimulatedPhoneButton label={simulatedTextsName} variant="quiet" />
        </span>
        <IconButton
          icon={Store}
          label={shopTabLabel}
          aria-current={tab === 'shop' ? 'page' : undefined}
          onClick={() => goTo('shop')}
        />
        <ThemeSwitch />
        {/* On a phone the shop's name needs the room. */}
        <span className="sm:hidden">
          <IconButton icon={LogOut} label={logOutName} onClick={askToLogOut} />
        </span>
        <span className="hidden sm:inline-flex">
          <Button icon={LogOut} onClick={askToLogOut}>
            {logOutName}
          </Button>
        </span>
      </div>
      <ConnectionSign />
      <OutboxSign />
      <NewVersionSign />
    </header>
  );
}
