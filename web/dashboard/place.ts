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
  'workflow-test',
] as const;
export type TabName = (typeof tabNames)[number];

export const subTabNames = ['pending', 'same-day', 'estimates', 'assigned', 'completed'] as const;
export type SubTabName = (typeof subTabNames)[number];

/** What the shop keeps about itself, on its own tab. */
export const sectionNames = ['deleted', 'data', 'access'] as const;
export type SectionName = (typeof sectionNames)[number];

export interface Place {
  tab: TabName;
  /** Of the overview. */
  subTab: SubTabName;
  /** Of the overview: all that needs attention is listed, not only the newest. */
  attention: boolean;
  /** Of the shop's tab. */
  section: SectionName;
  /** The ticket whose details are open, over the content of the tab. */
  ticket: string | null;
  /** What is searched for. */
  q: string;
  /** The client that a new repair is for. */
  client: string | null;
  /** The technician whose repairs are open. */
  technician: string | null;
}

/** @returns the place that an address names; what it does not know falls back to the overview */
export function placeFrom(query: URLSearchParams): Place {
  const tab = query.get('tab');
  const subTab = query.get('sub');
  const section = query.get('section');
  return {
    tab: tabNames.find((name) => name === tab) ?? 'overview',
    subTab: subTabNames.find((name) => name === subTab) ?? 'pending',
    attention: query.get('attention') === 'all',
    section: sectionNames.find((name) => name === section) ?? 'deleted',
    ticket: query.get('ticket') || null,
    q: query.get('q') ?? '',
    client: query.get('client') || null,
    technician: query.get('technician') || null,
  };
}

/** @returns the shortest address of a place: what goes without saying is left out */
export function addressOf(place: Place): string {
  const query = new URLSearchParams();
  if (place.tab !== 'overview') query.set('tab', place.tab);
  if (place.subTab !== 'pending') query.set('sub', place.subTab);
  if (place.attention) query.set('attention', 'all');
  if (place.section !== 'deleted') query.set('section', place.section);
  if (place.q !== '') query.set('q', place.q);
  if (place.client !== null) query.set('client', place.client);
  if (place.technician !== null) query.set('technician', place.technician);
  if (place.ticket !== null) query.set('ticket', place.ticket);
  const text = query.toString();
  return text === '' ? '/' : `/?${text}`;
}

/** @returns the address of a ticket's details over the place that has this address */
export function ticketAddress(place: string, ticketNumber: string): string {
  const ticket = `ticket=${encodeURIComponent(ticketNumber)}`;
  return place === '/' ? `/?${ticket}` : `${place}&${ticket}`;
}

const atTheDoor: Omit<Place, 'tab'> = {
  subTab: 'pending',
  attention: false,
  section: 'deleted',
  ticket: null,
  q: '',
  client: null,
  technician: null,
};

/** Another tab starts afresh; inside a tab everything that is not changed stays. */
export function placeAfter(place: Place, changes: Partial<Place>): Place {
  const isOtherTab = changes.tab !== undefined && changes.tab !== place.tab;
  return { ...place, ...(isOtherTab ? atTheDoor : {}), ...changes };
}
