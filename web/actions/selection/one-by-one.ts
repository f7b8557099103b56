import { CallProblem } from '../../data/call.ts';
import { refreshRepairs } from '../../data/repair-cache.ts';

/** The same change for several repairs, one after the other: each is a separate call, and succeeds or fails on its own. */

interface Named {
  ticketNumber: string;
}

export interface Outcome<Item extends Named, Answer> {
  done: readonly { item: Item; answer: Answer }[];
  /** Those that failed. */
  left: readonly { item: Item; error: unknown }[];
  /** Those after it was stopped, or after the connection was lost. */
  untried: readonly Item[];
}

/** After these errors, the next call would fail as well. */
const endsAll: readonly string[] = ['offline', 'unreadable-answer', 'not-logged-in'];

const isEnd = (error: unknown) => error instanceof CallProblem && endsAll.includes(error.code);

/** @returns once all have been tried, or at the first error after which every other call would fail, too */
export async function oneByOne<Item extends Named, Answer>(
  items: readonly Item[],
  act: (item: Item) => Promise<Answer>,
  {
    onProgress = () => undefined,
    isStopped = () => false,
  }: { onProgress?: (tried: number) => void; isStopped?: () => boolean } = {},
): Promise<Outcome<Item, Answer>> {
  const done: { item: Item; answer: Answer }[] = [];
  const left: { item: Item; error: unknown }[] = [];
  let tried = 0;
  let isOver = false;
  for (const item of items) {
    if (isOver || isStopped()) break;
    try {
      done.push({ item, answer: await act(item) });
    } catch (error) {
      left.push({ item, error });
      isOver = isEnd(error);
    }
    tried += 1;
    onProgress(tried);
  }
  const refreshed = refreshRepairs();
  // Without a connection, waiting would take as long as the outage.
  if (!isOver) await refreshed;
  return { done, left, untried: items.slice(tried) };
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof CallProblem)) return 'Something went wrong.';
  return error.errors[0]?.message ?? error.detail;
};

/** More would fill the screen. */
const maxLines = 5;

/** @returns a line each, e.g. "WH123456ABC: It was changed after you opened it.", and how many were not tried */
export function leftLines({ left, untried }: Outcome<Named, unknown>): string[] {
  const lines = left.map(({ item, error }) => `${item.ticketNumber}: ${reasonOf(error)}`);
  const more = lines.length - maxLines;
  return [
    ...lines.slice(0, maxLines),
    ...(more > 0 ? [`And ${more} more.`] : []),
    ...(untried.length > 0 ? [`Not tried yet: ${untried.length}.`] : []),
  ];
}
