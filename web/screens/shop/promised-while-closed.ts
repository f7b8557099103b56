import { type ClosedSpan, closedSpanOn } from '../../../domain/closed-dates.ts';
import { call } from '../../data/call.ts';
import { toasts } from '../../data/toasts.ts';

/** Those added by a change. */
export const addedSpans = (
  before: readonly ClosedSpan[],
  after: readonly ClosedSpan[],
): ClosedSpan[] =>
  after.filter(({ from, to }) => !before.some((one) => one.from === from && one.to === to));

const maxAtOnce = 100;
/** Beyond that, a shop knows that there are many. */
const maxPages = 10;

/** How many open repairs are promised for days on which the shop is newly closed; says so if there are any. */
export async function sayPromisedWhileClosed(spans: readonly ClosedSpan[]): Promise<void> {
  if (spans.length === 0) return;
  let count = 0;
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const query = { sort: 'promised', view: 'row', limit: maxAtOnce, cursor } as const;
    const answer = await call('listRepairs', { query });
    count += answer.items.filter(
      ({ expectedOn }) => expectedOn !== null && closedSpanOn(expectedOn, spans) !== null,
    ).length;
    if (answer.nextCursor === null) break;
    cursor = answer.nextCursor;
  }
  if (count === 0) return;
  toasts.show({
    kind: 'info',
    title: 'Settings saved',
    detail: `${count === 1 ? '1 repair is' : `${count} repairs are`} promised for when the shop is closed: choose another date on ${count === 1 ? 'its' : 'each'} ticket.`,
  });
}
