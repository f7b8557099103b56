import { useQuery } from '@tanstack/react-query';
import Bell from 'lucide/bell';
import CloudOff from 'lucide/cloud-off';
import LogOut from 'lucide/log-out';
import MenuIcon from 'lucide/menu';
import Plus from 'lucide/plus';
import RefreshCw from 'lucide/refresh-cw';
import Search from 'lucide/search';
import Store from 'lucide/store';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { shopTabLabel, useAddress } from '../data/address.ts';
import { noConnection } from '../data/call.ts';
import {
  type Connection,
  currentConnection,
  onConnectionChange,
  shopRestoring,
  useConnection,
} from '../data/connection.ts';
import { useGoTo } from '../data/go-to.ts';
import { lastSection } from '../data/last-section.ts';
import { useOldestCopy } from '../data/outage.ts';
import { panels, panelTitles } from '../data/panels.ts';
import { shopQuery } from '../data/queries.ts';
import { logOutName } from '../data/session.ts';
import { toasts } from '../data/toasts.ts';
import { SimulatedPhoneButton, simulatedTextsName } from '../parts/text/simulated-phone-button.tsx';
import { DateTime, TimeAgo } from '../parts/time/date-time.tsx';
import { Button } from '../ui/button.tsx';
import { buttonClasses, classNames, type Icon } from '../ui/classes.ts';
import { KeyCaps } from '../ui/key-caps.tsx';
import { ariaKeysOf } from '../ui/shortcuts.ts';
import { lookForNewVersion, useHasNewVersion } from './application-version.ts';
import { askToLogOut } from './ask-to-log-out.ts';
import { AtComputer } from './at-computer.tsx';
import { useAttentionCount } from './dashboard-tabs.tsx';
import { MainMenu } from './navigation.tsx';
import { OutboxLine } from './outbox-line.tsx';

interface HeaderLine {
  icon: Icon;
  title: string;
  /** The time of the copy that is shown. */
  since?: string;
  /** Read out everywhere, seen if there is room. */
  rest: string;
}

/** A server that is restarted is back before anyone needs to know. */
const quietForMs = 3_000;

/** The connection, once it has stayed the same for a while; a good one at once. */
function useSettledConnection(): Connection {
  const connection = useConnection();
  const [settled, setSettled] = useState(connection);
  useEffect(() => {
    const isGood = connection === 'live' || connection === 'connecting';
    const timer = setTimeout(() => setSettled(connection), isGood ? 0 : quietForMs);
    return () => clearTimeout(timer);
  }, [connection]);
  return settled;
}

const restoring: HeaderLine = {
  icon: RefreshCw,
  title: 'The shop is being restored.',
  rest: 'Any repair you are entering is kept.',
};

/** @param isForm what is shown is typed here, and no copy */
function lineFor(
  connection: Connection,
  oldestCopy: number | null,
  isForm: boolean,
): HeaderLine | null {
  if (oldestCopy !== null && !isForm) {
    return {
      icon: CloudOff,
      title: 'You’re offline.',
      since: new Date(oldestCopy).toISOString(),
      rest: 'The shop’s server can’t be reached. This screen retries automatically.',
    };
  }
  if (connection === 'offline' || oldestCopy !== null) {
    return {
      icon: CloudOff,
      title: 'No connection to the shop’s server.',
      rest: isForm
        ? 'This screen retries automatically.'
        : 'This may be out of date. The screen retries automatically.',
    };
  }
  if (connection !== 'polling') return null;
  return {
    icon: RefreshCw,
    title: 'Live updates are interrupted.',
    rest: 'The lists refresh every 5 seconds.',
  };
}

/** One thin line in the header: over the page it would cover what the user wants to press. */
function ConnectionLine() {
  const connection = useSettledConnection();
  const found = lineFor(connection, useOldestCopy(), useAddress().tab === 'new-repair');
  const line = shopRestoring.useValue() ? restoring : found;
  const isAway = line?.icon === CloudOff;
  useEffect(() => {
    // From now on the line in the header says it.
    if (isAway && toasts.current()?.title === noConnection) toasts.close();
  }, [isAway]);
  return (
    <div role="status">
      {line && (
        <div className={`border-t bg-sunken ${line.icon === CloudOff ? 'text-soon' : 'text-ink'}`}>
          <p className="mx-auto flex max-w-[90rem] items-start gap-2 px-4 py-1.5 text-sm sm:px-6 sm:text-sm">
            <line.icon aria-hidden="true" size={16} className="shrink-0 sm:mt-0.5" />
            <span className="min-w-0 break-words">
              <strong className="font-semibold">{line.title}</strong>
              {line.since !== undefined && (
                <>
                  {' '}
                  <span className="sm:hidden">
                    <TimeAgo iso={line.since} />
                  </span>
                  <span className="max-sm:hidden">
                    Data from <DateTime iso={line.since} />.
                  </span>
                </>
              )}{' '}
              <span className="max-lg:sr-only">{line.rest}</span>
            </span>
          </p>
        </div>
      )}
    </div>
  );
}

/**
 * The way into the palette for mouse and touch, which also shows its key. A phone has it behind "More".
 * The same width on all tabs; what it has no room for is hidden.
 */
function PaletteButton() {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts={ariaKeysOf('palette')}
      title={panelTitles.palette}
      onClick={() => void panels.open('palette')}
      className="inline-flex h-control w-control shrink-0 items-center justify-center gap-2 overflow-hidden rounded text-ink-muted transition-colors hover:bg-sunken hover:text-ink max-sm:hidden min-[72rem]:ml-2 min-[72rem]:w-52 min-[72rem]:justify-start min-[72rem]:bg-sunken min-[72rem]:px-3 min-[90rem]:w-88"
    >
      <Search aria-hidden="true" size={18} className="shrink-0 min-[72rem]:size-4" />
      <span className="sr-only min-[72rem]:hidden">{panelTitles.palette}</span>
      <span className="hidden min-w-0 flex-1 truncate text-left min-[72rem]:inline">
        Search or jump to…
      </span>
      <span aria-hidden="true" className="hidden min-[90rem]:desk:inline-flex">
        <KeyCaps of="palette" />
      </span>
    </button>
  );
}

/** Nothing changes while someone is working: the new version comes with the next load. */
function NewVersionLine() {
  const hasNewVersion = useHasNewVersion();

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
      {hasNewVersion && (
        <div className="border-t bg-sunken">
          <div className="mx-auto flex max-w-[90rem] flex-wrap items-center justify-between gap-x-4 px-4 py-1 text-sm sm:px-6">
            <p>A new version is available.</p>
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
function useHeightForStyles() {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const header = bar.current;
    if (header === null) return;
    const root = document.documentElement.style;
    const update = () =>
      root.setProperty('--top-bar', `${header.getBoundingClientRect().height}px`);
    const observer = new ResizeObserver(update);
    update();
    observer.observe(header);
    return () => {
      observer.disconnect();
      root.removeProperty('--top-bar');
    };
  }, []);
  return bar;
}

/** For when there is no room for the word beside it. */
const iconOnly = 'max-lg:min-w-control max-lg:px-0';
/** Shop and Logout have their words on an upright tablet, too. */
const iconOnlyOnPhone = 'max-md:min-w-control max-md:px-0';

/** How many cases need attention, on every tab but the overview, which shows them itself; leftmost, so that nothing moves. */
function AttentionButton() {
  const count = useAttentionCount();
  const goTo = useGoTo();
  const { tab } = useAddress();
  if (tab === 'overview') return null;
  return (
    <button
      type="button"
      onClick={() => goTo('overview', { attention: true })}
      className={classNames(buttonClasses({ variant: 'quiet' }), iconOnly)}
    >
      <Bell aria-hidden="true" size={20} className="shrink-0 lg:hidden" />
      <span className="max-lg:sr-only">Attention</span>
      {/* On the bell it needs no room; beside the word it has room for two figures. */}
      <span className="grid place-items-center max-lg:absolute max-lg:top-0 max-lg:right-0 lg:min-w-7">
        <span
          className={classNames(
            'figures grid h-5 min-h-[1lh] min-w-5 place-items-center rounded-full px-1 text-sm',
            count > 0 ? 'bg-late text-surface' : 'invisible',
          )}
        >
          {count}
        </span>
      </span>
    </button>
  );
}

/** Opens the Shop tab; on a phone, it is under "More". */
function ShopButton() {
  const { tab } = useAddress();
  const goTo = useGoTo();
  return (
    <button
      type="button"
      aria-current={tab === 'shop' ? 'page' : undefined}
      onClick={() => goTo('shop', { section: lastSection.get() })}
      className={classNames(
        buttonClasses({ variant: 'quiet' }),
        iconOnlyOnPhone,
        'aria-[current]:bg-sunken aria-[current]:text-ink max-sm:hidden',
      )}
    >
      <Store aria-hidden="true" size={20} className="shrink-0 md:size-4" />
      <span className="max-md:sr-only">{shopTabLabel}</span>
    </button>
  );
}

/** Last in the row, and so at the top right at every size. Source: specification, section 2. */
function LogOutButton() {
  return (
    <button
      type="button"
      title={logOutName}
      onClick={askToLogOut}
      className={classNames(
        buttonClasses({ variant: 'quiet' }),
        iconOnlyOnPhone,
        // What is seen of it ends where the page's content does.
        '-mr-3 md:-mr-4 desk:-mr-3',
      )}
    >
      <LogOut aria-hidden="true" size={20} className="shrink-0 md:hidden" />
      <span className="max-md:sr-only">{logOutName}</span>
    </button>
  );
}

/** Beside the buttons of a phone there is room for this many characters of the usual size; elsewhere the name is on one line. */
const longName = 24;

function ShopName() {
  const name = useQuery(shopQuery).data?.shop.name ?? 'Watch repair';
  return (
    <h1
      className={classNames(
        'min-w-0 flex-1 basis-20 font-semibold leading-tight max-sm:line-clamp-2 max-sm:break-words sm:truncate lg:max-w-72 lg:flex-initial lg:basis-auto',
        name.length > longName &&
          'max-sm:line-clamp-3 max-sm:text-sm max-sm:leading-tight [@media(height<30rem)]:max-sm:line-clamp-2',
      )}
      title={name}
    >
      <bdi>{name}</bdi>
    </h1>
  );
}

export function TopBar() {
  const bar = useHeightForStyles();
  const goTo = useGoTo();
  return (
    <header ref={bar} data-top-bar className="sticky top-0 z-30 border-b bg-surface">
      {/* One row; only a phone with large type needs two. On a short screen no higher than what is pressed in it. */}
      <div className="mx-auto flex min-h-14 max-w-[90rem] items-center justify-end gap-x-1 px-4 py-1 desk:min-h-13 [@media(height<30rem)]:min-h-0 [@media(height<30rem)]:py-0 max-sm:flex-wrap sm:px-6 lg:gap-x-2">
        <ShopName />
        <PaletteButton />
        <span className="flex lg:ml-auto">
          <AttentionButton />
        </span>
        {/* In the menu if there is no room for it. */}
        <span className="hidden min-[85rem]:inline-flex">
          <SimulatedPhoneButton label={simulatedTextsName} variant="quiet" />
        </span>
        <span className="hidden shrink-0 whitespace-nowrap sm:inline-flex">
          <Button
            variant="primary"
            icon={Plus}
            aria-keyshortcuts={ariaKeysOf('new-repair')}
            onClick={() => goTo('new-repair')}
          >
            New repair
            <span aria-hidden="true" className="hidden desk:inline-flex">
              <KeyCaps of="new-repair" />
            </span>
          </Button>
        </span>
        <ShopButton />
        <AtComputer />
        <span className="hidden sm:inline-flex">
          <MainMenu label="Menu" icon={MenuIcon} />
        </span>
        <LogOutButton />
      </div>
      <ConnectionLine />
      <OutboxLine />
      <NewVersionLine />
    </header>
  );
}
