import { useQuery } from '@tanstack/react-query';
import LogOut from 'lucide/log-out';
import Store from 'lucide/store';
import { useLayoutEffect, useRef } from 'react';
import { shopQuery } from '../api/queries.ts';
import { ConnectionSign } from '../live/connection-sign.tsx';
import { NewVersionSign } from '../offline/new-version-sign.tsx';
import { askToLogOut } from '../outbox/log-out.ts';
import { OutboxSign } from '../outbox/outbox-sign.tsx';
import { PaletteButton } from '../palette/palette-button.tsx';
import { logOutName } from '../session/session.ts';
import { shopTabLabel } from '../shop/sections.ts';
import { SimulatedPhoneButton, simulatedTextsName } from '../simulator/simulated-phone-button.tsx';
import { ThemeSwitch } from '../theme/theme-switch.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { useAddress } from './address.ts';
import { useGoTo } from './go-to.ts';

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
