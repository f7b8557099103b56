import { type PickupFilter, pickupFilters } from '../../domain/pickup.ts';
import { type RepairOrder, repairOrders } from '../../domain/repair-lists.ts';
import { type StatusFilter, statusFilters } from '../../domain/repair-status.ts';
import { type WaitingDays, waitingDays } from '../../domain/waiting-days.ts';
import { navigate, useLocation } from './location.tsx';

/**
 * Where the user is in the dashboard, and how that is written into the address. Everything is in
 * the query: the path stays `/`, so that a reload, the back button and a shared link work.
 */

export const tabNames = [
  'overview',
  'search',
  'repairs',
  'new-repair',
  'clients',
  'new-client',
  'technicians',
  'shop',
  'watch',
  'workflow-test',
] as const;
export type TabName = (typeof tabNames)[number];

export const subTabNames = ['pending', 'same-day', 'estimates', 'assigned', 'completed'] as const;
export type SubTabName = (typeof subTabNames)[number];

export const sectionNames = ['money', 'parts', 'sendings', 'settings', 'deleted', 'data'] as const;
export type SectionName = (typeof sectionNames)[number];

/** The pages of the settings. */
export const pageNames = [
  'shop',
  'team',
  'hours',
  'texting',
  'money',
  'tickets',
  'backups',
  'access',
] as const;
export type PageName = (typeof pageNames)[number];

/** What is shown of a list of repairs, if it is not all of them. */
export const showNames = [
  'overdue',
  'due-today',
  'due-this-week',
  'taken-in-today',
  'waiting',
  'same-day',
  'above-approved',
] as const;
export type ShowName = (typeof showNames)[number];

export const acceptedFilters = ['this-month'] as const;
export type AcceptedFilter = (typeof acceptedFilters)[number];

/** What is chosen from a list of repairs, and the order; null for all of it, in the list's own order. */
export interface ListChoice {
  show: ShowName | null;
  technician: string | null;
  status: StatusFilter | null;
  sort: RepairOrder | null;
}

export interface Place extends ListChoice {
  tab: TabName;
  subTab: SubTabName;
  /** Of the overview: all that needs attention is listed, not only the newest. */
  attention: boolean;
  /** Of the completed ones. */
  pickup: PickupFilter;
  /** Of those waiting for pickup: only those that have waited more than this many days. */
  days: WaitingDays | null;
  /** Of the estimates; null for those that wait. */
  accepted: AcceptedFilter | null;
  section: SectionName;
  /** Of a list of repairs: all of it, not what was last chosen in it. */
  whole: boolean;
  /** The days whose money is shown (domain/day-money.ts); null for today. */
  span: string | null;
  /** The page of the settings. */
  page: PageName;
  /** The ticket whose details are open, over the content of the tab. */
  ticket: string | null;
  q: string;
  /** The client that a new repair is for. */
  client: string | null;
  /** The watch whose page is open, or that a new repair is for. */
  watch: string | null;
}

const oneOf = <Value extends string>(values: readonly Value[], text: string | null) =>
  values.find((value) => value === text);

/** @returns the place that an address names; a part that is missing or unknown has its default */
export function placeFrom(query: URLSearchParams): Place {
  return {
    tab: oneOf(tabNames, query.get('tab')) ?? start.tab,
    subTab: oneOf(subTabNames, query.get('sub')) ?? start.subTab,
    attention: query.get('attention') === 'all',
    pickup: oneOf(pickupFilters, query.get('pickup')) ?? start.pickup,
    days: oneOf(waitingDays, query.get('days')) ?? null,
    accepted: oneOf(acceptedFilters, query.get('accepted')) ?? null,
    whole: query.get('whole') === 'all',
    section: oneOf(sectionNames, query.get('section')) ?? start.section,
    span: query.get('span') || null,
    // It was a section of its own, and may be in a link.
    page:
      query.get('section') === 'access'
        ? 'access'
        : (oneOf(pageNames, query.get('page')) ?? start.page),
    ticket: query.get('ticket') || null,
    q: query.get('q') ?? '',
    client: query.get('client') || null,
    watch: query.get('watch') || null,
    technician: query.get('technician') || null,
    show: oneOf(showNames, query.get('show')) ?? null,
    status: oneOf(statusFilters, query.get('status')) ?? null,
    sort: oneOf(repairOrders, query.get('sort')) ?? null,
  };
}

export const wholeList: ListChoice = { show: null, technician: null, status: null, sort: null };

/** The defaults. */
const start: Place = {
  tab: 'overview',
  subTab: 'pending',
  attention: false,
  pickup: 'waiting',
  days: null,
  accepted: null,
  whole: false,
  section: 'settings',
  span: null,
  page: 'shop',
  q: '',
  client: null,
  watch: null,
  ...wholeList,
  ticket: null,
};
const parts = Object.keys(start) as (keyof Place)[];

export function addressOf(place: Place): string {
  const query = new URLSearchParams();
  for (const part of parts) {
    const value = place[part] === true ? 'all' : String(place[part]);
    if (place[part] !== start[part]) query.set(part === 'subTab' ? 'sub' : part, value);
  }
  const text = query.toString();
  return text === '' ? '/' : `/?${text}`;
}

export function ticketAddress(place: string, ticketNumber: string): string {
  const ticket = `ticket=${encodeURIComponent(ticketNumber)}`;
  return place === '/' ? `/?${ticket}` : `${place}&${ticket}`;
}

/**
 * Another tab starts afresh, and so does another list in a tab; everything else that is not changed stays.
 * The technicians' tab has a list for each of them.
 */
export function placeAfter(place: Place, changes: Partial<Place>): Place {
  const next = { ...place, ...changes };
  if (next.tab !== place.tab) return { ...start, ...changes };
  const isSameList =
    next.subTab === place.subTab &&
    (next.tab !== 'technicians' || next.technician === place.technician);
  return isSameList ? next : { ...place, ...freshList, ...changes };
}

/** An overview list as it opens, without what was last chosen in it. */
export const freshList = {
  ...wholeList,
  pickup: start.pickup,
  days: start.days,
  accepted: start.accepted,
  whole: start.whole,
};

/** Where a number that counts an entire overview list leads: to all of it, regardless of earlier choices. */
export const wholeSubTab = (subTab: SubTabName): Partial<Place> => ({
  ...freshList,
  subTab,
  whole: true,
});

/** Marks a step in the browser's history that Back undoes: the ticket was opened from here. */
interface OpenedHere {
  isTicketOpenedHere: true;
}

function isOpenedHere(state: unknown): state is OpenedHere {
  return typeof state === 'object' && state !== null && 'isTicketOpenedHere' in state;
}

/** The place as it is at this moment: two changes in a row must not undo each other. */
export const currentPlace = () => placeFrom(new URLSearchParams(window.location.search));

export function useAddress() {
  const location = useLocation();

  /** Goes to another place; `replace` for what back should skip, such as typing in a search. */
  function set(changes: Partial<Place>, { replace = false }: { replace?: boolean } = {}): void {
    navigate(addressOf(placeAfter(currentPlace(), changes)), { replace });
  }

  return {
    ...placeFrom(new URLSearchParams(location.search)),
    set,
    href: (changes: Partial<Place>): string =>
      addressOf(placeAfter(placeFrom(new URLSearchParams(location.search)), changes)),
    /**
     * Opens a ticket's details beside or over what is on the screen. They replace those of another ticket:
     * after scanning ten, the user has one to close.
     */
    openTicket(ticketNumber: string): void {
      const place = currentPlace();
      const opened: OpenedHere = { isTicketOpenedHere: true };
      const replace = place.ticket !== null;
      const state = replace ? location.state : opened;
      navigate(addressOf(placeAfter(place, { ticket: ticketNumber })), { replace, state });
    },
    /** Closes the details: a step back if they were opened from here, so that steps do not pile up. */
    closeTicket(): void {
      if (isOpenedHere(location.state)) window.history.back();
      else set({ ticket: null }, { replace: true });
    },
  };
}

export const shopTabLabel = 'Shop';

export const sectionLabels: Readonly<Record<SectionName, string>> = {
  money: 'Money',
  parts: 'Parts on order',
  sendings: 'Sent out',
  settings: 'Settings',
  deleted: 'Recently deleted',
  data: 'Data',
};

const pageLabels: Readonly<Record<PageName, string>> = {
  shop: 'Shop',
  team: 'Team',
  hours: 'Hours',
  texting: 'Texting',
  money: 'Money',
  tickets: 'Tickets',
  backups: 'Backups',
  access: 'Access',
};

export const pages = pageNames.map((value) => ({ value, label: pageLabels[value] }));

export const sections = sectionNames.map((value) => ({ value, label: sectionLabels[value] }));
