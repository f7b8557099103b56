import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Client, Repair, RepairRow } from '../../domain/api-answers.ts';
import type { Watch } from '../../domain/api-watches.ts';
import { isolated } from '../../domain/isolated.ts';
import { formatPhone } from '../../domain/phone.ts';
import { isAllowed } from '../../domain/repair-status.ts';
import { searchable, searchTerms } from '../../domain/search-text.ts';
import { watchName } from '../../domain/watch-life.ts';
import { completeDeclined } from '../actions/complete/mark-declined-complete.tsx';
import { goesOnAt, goOn, goOnLabel } from '../actions/go-on/go-on-button.tsx';
import { pages, sections, shopTabLabel, type TabName, useAddress } from '../data/address.ts';
import { useGoTo } from '../data/go-to.ts';
import { type ActionName, useOpenAction } from '../data/open-action.ts';
import { useAwayReason } from '../data/outage.ts';
import { panels, panelTitles } from '../data/panels.ts';
import { jumpQuery, shopQuery } from '../data/queries.ts';
import { useRepair, wholeRepair } from '../data/repair.ts';
import { showRepairProblem } from '../data/repair-problem.ts';
import { logOutName } from '../data/session.ts';
import { MarkedText } from '../parts/list/marked-text.tsx';
import { useRested } from '../parts/list/search-results.tsx';
import { openBalance, openBalanceAction } from '../parts/money/open-balance.tsx';
import { usePrinting } from '../parts/print/print-button.tsx';
import { recordableSteps } from '../parts/repair/estimate-steps.ts';
import { correctionsOf, moveItemOf, startWork, stepsFor } from '../parts/repair/repair-actions.tsx';
import { StatusBadge } from '../parts/repair/status-badge.tsx';
import { simulatedTextsName } from '../parts/text/simulated-phone-button.tsx';
import { subTabs } from '../screens/overview/count-cards.tsx';
import { countedText } from '../ui/counts.ts';
import type { ShortcutName } from '../ui/shortcuts.ts';
import { askToLogOut } from './ask-to-log-out.ts';
import { staffHeading, useStaffChoices } from './at-computer.tsx';
import { tabItems } from './dashboard-tabs.tsx';
import { setTheme, themeChoices, themeLabels } from './theme.ts';

export interface PaletteItem {
  id: string;
  shown: ReactNode;
  /** What does the same without the palette. */
  shortcut?: ShortcutName;
  run: () => void;
}

export interface PaletteGroup {
  heading: string;
  items: readonly PaletteItem[];
}

interface Action {
  name: string;
  shortcut?: ShortcutName;
  run: () => void;
}

const tabShortcuts: Partial<Record<TabName, ShortcutName>> = {
  search: 'search',
  'new-repair': 'new-repair',
};

/** Everything that can be done from anywhere, under the names that it has on the screens. */
function useActions(): Record<string, Action[]> {
  const { data: shop } = useQuery(shopQuery);
  const goTo = useGoTo();
  const ticket = useTicketChoices();
  const staff = useStaffChoices();
  const simulated: Action[] = shop?.textsAreSimulated
    ? [{ name: simulatedTextsName, run: () => void panels.open('texts') }]
    : [];
  return {
    ...(ticket && { [ticket.heading]: ticket.actions }),
    'Go to': tabItems.map(({ value, label }) => {
      const shortcut = tabShortcuts[value];
      return { name: label, ...(shortcut && { shortcut }), run: () => goTo(value) };
    }),
    Overview: subTabs.map(({ value, label }) => ({
      name: label,
      run: () => goTo('overview', { subTab: value }),
    })),
    [shopTabLabel]: sections.map(({ value, label }) => ({
      name: label,
      run: () => goTo('shop', { section: value }),
    })),
    Settings: pages.map(({ value, label }) => ({
      name: label,
      run: () => goTo('shop', { page: value }),
    })),
    Theme: themeChoices.map((choice) => ({
      name: themeLabels[choice],
      run: () => setTheme(choice),
    })),
    [staffHeading]: staff.map(({ label, run }) => ({ name: label, run })),
    More: [
      { name: panelTitles.move, run: () => void panels.open('move') },
      ...simulated,
      { name: panelTitles.sheet, shortcut: 'sheet', run: () => void panels.open('sheet') },
      { name: logOutName, run: askToLogOut },
    ],
  };
}

/** @returns the actions that match what is typed, all of them while nothing is */
export function usePaletteActions(text: string): PaletteGroup[] {
  const terms = searchTerms(text);
  return Object.entries(useActions()).map(([heading, actions]) => ({
    heading,
    items: actions
      .filter(({ name }) => {
        // "theme dark" is as good as "dark".
        const line = searchable(`${heading} ${name}`);
        return terms.every((term) => line.includes(term));
      })
      .map(({ name, ...rest }) => ({
        ...rest,
        id: `${heading} ${name}`,
        shown: <MarkedText text={name} query={text} />,
      })),
  }));
}

/** At most this many of each kind are in the palette at once. */
const maxShown = 6;

interface Found {
  items: readonly unknown[];
  nextCursor: string | null;
}

/** @returns e.g. "23 tickets"; empty if there are none, "more than 50 tickets" if not all were counted */
function countOf({ items, nextCursor }: Found, noun: string): string {
  if (items.length === 0) return '';
  return `${nextCursor === null ? '' : 'more than '}${countedText(items.length, noun)}`;
}

const inOneLine = (words: readonly string[]) => words.filter((each) => each !== '').join(', ');

const none = { items: [], nextCursor: null };
const nothing = { repairs: none, clients: none, watches: [], isSimilar: false };

/** Tickets and clients that match what is typed; the last answer stays until the next one arrives. */
export function usePaletteSearch(text: string) {
  const rested = useRested(text);
  // An emptied field has nothing to wait for.
  const q = text === '' ? '' : rested;
  const { openTicket } = useAddress();
  const goTo = useGoTo();
  const openDialog = useOpenAction();
  const { data, error, isPlaceholderData, isSuccess } = useQuery({
    ...jumpQuery(q),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  const openFor = (repair: RepairRow, dialog: ActionName) =>
    wholeRepair(repair).then((whole) => openDialog(dialog, whole), showRepairProblem);
  const { repairs, clients, watches, isSimilar } = (q === '' ? undefined : data) ?? nothing;
  const counts = [countOf(repairs, 'ticket'), countOf(clients, 'client')] as const;
  const isMore = repairs.items.length > maxShown || clients.items.length > maxShown;
  const seeAll = {
    id: 'see-all',
    shown: `See all: ${inOneLine(counts)}`,
    run: () => goTo('search', { q }),
  };
  const groups: PaletteGroup[] = [
    {
      heading: isSimilar ? `Tickets similar to “${q}”` : 'Tickets',
      items: repairs.items.slice(0, maxShown).map((repair) => ({
        id: repair.id,
        shown: <Ticket repair={repair} q={q} />,
        run: () => openTicket(repair.ticketNumber),
      })),
    },
    {
      heading: 'Watches',
      items: watches.slice(0, maxShown).map((watch) => ({
        id: watch.id,
        shown: <WatchFound watch={watch} q={q} />,
        run: () => goTo('watch', { watch: watch.id }),
      })),
    },
    {
      heading: 'By phone or in person',
      items: repairs.items
        .slice(0, maxShown)
        .filter(({ status }) => status === 'estimate-sent')
        .flatMap((repair) =>
          recordableSteps(repair.status).map(({ dialog, label }) => ({
            id: `${repair.id} ${dialog}`,
            shown: (
              <span className="block truncate">
                {label}: {repair.ticketNumber} {isolated(repair.customerName)}
              </span>
            ),
            run: () => void openFor(repair, dialog),
          })),
        ),
    },
    {
      heading: 'Pickup',
      items: repairs.items
        .slice(0, maxShown)
        .filter(({ isWaitingForPickup }) => isWaitingForPickup)
        .map((repair) => ({
          id: `${repair.id} collect`,
          shown: (
            <span className="block truncate">
              Hand over: {repair.ticketNumber} {isolated(repair.customerName)}
            </span>
          ),
          run: () => void openFor(repair, 'collect'),
        })),
    },
    {
      heading: isSimilar ? `Clients similar to “${q}”` : 'Clients',
      items: clients.items.slice(0, maxShown).map((client) => ({
        id: client.id,
        shown: <ClientFound client={client} q={q} />,
        run: () => goTo('clients', { client: client.id }),
      })),
    },
    { heading: 'Search', items: isMore ? [seeAll] : [] },
  ];
  const shownOf = ({ items }: Found, count: string) =>
    items.length > maxShown ? `${maxShown} of ${count}` : count;
  const counted = inOneLine([shownOf(repairs, counts[0]), shownOf(clients, counts[1])]);
  return {
    groups,
    /** How many there are, shown or not. */
    words:
      isSimilar && counted
        ? `Nothing matches. Closest matches: ${counted}`
        : counted || 'No tickets or clients',
    /** The answer is that to what is typed now. */
    isCurrent: q === text && (q === '' || (isSuccess && !isPlaceholderData)),
    error: q === '' ? null : error,
  };
}

function Ticket({ repair, q }: { repair: RepairRow; q: string }) {
  const { ticketNumber, customerName, customerPhone, watchBrand, watchModel, serialNumber } =
    repair;
  const more = [formatPhone(customerPhone), serialNumber].filter(Boolean).join(' · ');
  return (
    <span className="flex min-w-0 items-center justify-between gap-3">
      <span className="flex min-w-0 flex-col">
        <span className="truncate">
          <span className="figures font-medium">
            <MarkedText text={ticketNumber} query={q} />
          </span>{' '}
          <MarkedText text={customerName} query={q} />
        </span>
        <span className="truncate text-ink-muted text-sm">
          <MarkedText text={`${watchBrand} ${watchModel}`} query={q} />
          {more !== '' && ' · '}
          <MarkedText text={more} query={q} />
        </span>
      </span>
      <StatusBadge {...repair} />
    </span>
  );
}

function ClientFound({ client, q }: { client: Client; q: string }) {
  const more = [formatPhone(client.phone), client.email].filter(Boolean).join(' · ');
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate">
        <MarkedText text={client.name} query={q} />
      </span>
      <span className="truncate text-ink-muted text-sm">
        <MarkedText text={more} query={q} />
      </span>
    </span>
  );
}

function WatchFound({ watch, q }: { watch: Watch; q: string }) {
  const { serialNumber, movementSerial, repairCount } = watch;
  const more = [serialNumber, movementSerial, countedText(repairCount, 'repair')];
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate">
        <MarkedText text={watchName(watch)} query={q} />
      </span>
      <span className="truncate text-ink-muted text-sm">
        <MarkedText text={more.filter(Boolean).join(' · ')} query={q} />
      </span>
    </span>
  );
}

interface TicketChoices {
  heading: string;
  actions: { name: string; run: () => void }[];
}

/** What opens a dialog about the repair, under the names that it has on its ticket. */
function dialogsOf(repair: Repair): { dialog: ActionName; label: string }[] {
  const balance = openBalance(repair);
  return [
    ...stepsFor(repair).map(({ dialog, label }) => ({ dialog, label })),
    ...recordableSteps(repair.status).map(({ dialog, longLabel }) => ({
      dialog,
      label: longLabel,
    })),
    ...(balance === null
      ? []
      : [{ dialog: 'take-payment' as const, label: openBalanceAction(balance) }]),
    ...correctionsOf(repair).map(({ dialog, label }) => ({ dialog, label })),
  ];
}

/**
 * What can be done with the ticket that is open. What opens a dialog comes before what happens at
 * once: Enter by mistake starts nothing.
 */
function useTicketChoices(): TicketChoices | null {
  const { ticket } = useAddress();
  const { repair, estimates = [] } = useRepair(ticket).data ?? {};
  const openDialog = useOpenAction();
  const isAway = useAwayReason() !== undefined;
  const printing = usePrinting(repair ?? (async () => []));
  if (ticket === null || repair === undefined) return null;
  const { ticketNumber, status } = repair;
  const asked = [
    ...dialogsOf(repair).map(({ dialog, label }) => ({
      name: label,
      run: () => void openDialog(dialog, repair),
    })),
    ...moveItemOf(repair, () => void openDialog('move', repair)).map(({ label, run }) => ({
      name: label,
      run,
    })),
  ];
  const accepted = goesOnAt(repair, estimates);
  const atOnce = [
    ...(isAllowed('complete-declined', status)
      ? [{ name: 'Mark Complete', run: () => void completeDeclined(ticketNumber) }]
      : []),
    ...(accepted
      ? [{ name: goOnLabel(accepted), run: () => void goOn(ticketNumber, accepted) }]
      : []),
    ...(isAllowed('start', status)
      ? [{ name: 'Start work', run: () => void startWork(ticketNumber) }]
      : []),
  ];
  const prints = [
    { name: 'Print ticket', run: () => void printing.start('window') },
    { name: 'Print bag label', run: () => void openDialog('bag-label', repair) },
  ];
  return {
    heading: `Ticket ${ticketNumber}`,
    actions: [...(isAway ? [] : [...asked, ...atOnce]), ...prints],
  };
}
