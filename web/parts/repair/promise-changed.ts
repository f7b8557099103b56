import type { Repair } from '../../../domain/api-answers.ts';
import { dateText } from '../../../domain/calendar-date.ts';
import { textWithoutName } from '../../../domain/texts.ts';
import { showSaved } from '../../data/changed-meanwhile.ts';
import { showFailure } from '../../data/failure-toast.ts';
import { offerText } from '../../data/offered-text.ts';
import { queryClient, repairQuery, shopQuery } from '../../data/queries.ts';
import { useTicketPlaces } from '../../data/ticket-places.tsx';
import { toasts } from '../../data/toasts.ts';
import { textObstacle } from '../client/text-obstacle.ts';
import { withheldNow } from '../client/withheld.ts';
import { useToday } from '../time/shop-calendar.ts';

/** The message with the last offer: it stays open, and must not outlive the date that it is about. */
let offer = 0;

type OpenTicket = (ticketNumber: string) => void;

async function draft(ticketNumber: string, today: string, openTicket: OpenTicket): Promise<void> {
  try {
    const [{ shop }, { repair }] = await Promise.all([
      queryClient.ensureQueryData(shopQuery),
      queryClient.fetchQuery(repairQuery(ticketNumber)),
    ]);
    openTicket(ticketNumber);
    if (repair.expectedOn === null) return;
    const watch = `${repair.watchBrand} ${repair.watchModel}`;
    const { customerLanguage: language, theirReference } = repair;
    const date = dateText(repair.expectedOn, today, language);
    const text = { kind: 'new-date', ticketNumber, theirReference, watch, date } as const;
    const words = textWithoutName(shop, text, language);
    offerText({ ticketNumber, words });
  } catch (error) {
    showFailure(error as Error, 'Couldn’t draft the text');
  }
}

/**
 * Says that the date promised has changed, and offers to tell the customer.
 *
 * @param alsoChanged what a colleague has changed meanwhile
 */
function showPromiseChanged(
  { ticketNumber, expectedOn, ...repair }: Repair,
  today: string,
  openTicket: OpenTicket,
  alsoChanged?: string,
): void {
  const lines = (...said: readonly (string | undefined)[]) =>
    [...said, alsoChanged].filter((line) => line !== undefined).join('\n');
  toasts.close(offer);
  if (expectedOn === null) {
    showSaved('Promised date removed', alsoChanged);
    return;
  }
  const title = 'Promised date changed';
  const date = dateText(expectedOn, today);
  const obstacle = textObstacle(repair, [], withheldNow(repair));
  if (obstacle !== undefined) {
    const detail = lines(date, `${obstacle} Tell the customer the new date another way.`);
    toasts.show({ kind: 'info', title, detail });
    return;
  }
  offer = toasts.show({
    kind: 'success',
    title,
    detail: lines(date),
    stays: 'offer',
    action: {
      label: 'Tell the customer',
      opens: true,
      run: () => void draft(ticketNumber, today, openTicket),
    },
  });
}

/** @returns {@link showPromiseChanged} for this screen */
export function usePromiseChanged(): (repair: Repair, alsoChanged?: string) => void {
  const today = useToday();
  const { open } = useTicketPlaces();
  return (repair, alsoChanged) => showPromiseChanged(repair, today, open, alsoChanged);
}

/** Says what the same-day switch has done to the date promised. */
export function showSwitched(
  repair: Repair,
  wasExpectedOn: string | null,
  today: string,
  openTicket: OpenTicket,
): void {
  const { isSameDay, expectedOn } = repair;
  if (expectedOn !== wasExpectedOn) showPromiseChanged(repair, today, openTicket);
  else if (!isSameDay && expectedOn !== null) {
    const detail = `The promised date stays ${dateText(expectedOn, today)}`;
    toasts.show({ kind: 'info', title: 'No longer same day', detail });
  }
}
