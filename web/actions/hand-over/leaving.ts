import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Repair } from '../../../domain/api-answers.ts';
import type { Payment } from '../../../domain/api-payments.ts';
import { mayCollect, pickupWords } from '../../../domain/pickup.ts';
import { isWholeRepair } from '../../../domain/repair-lists.ts';
import { CallProblem } from '../../data/call.ts';
import { repairsQuery } from '../../data/queries.ts';
import { useRepair, wholeRepair } from '../../data/repair.ts';
import { putRepair } from '../../data/repair-cache.ts';
import { showRepairProblem } from '../../data/repair-problem.ts';
import { movedOnWords } from '../../parts/repair/status-badge.tsx';

/** As many as one call returns. */
const maxOffered = 100;

interface LeavingWatch {
  /** As staff see it: it stays while the dialog is open, no matter what comes in meanwhile. */
  repair: Repair;
  isChecked: boolean;
  /** Why it cannot leave anymore; undefined if it can. */
  obstacle: string | undefined;
}

export interface Watches {
  /** The one that the dialog was opened for, then those of its visit, then the customer's others. */
  all: readonly LeavingWatch[];
  /** How many watches of its visit are still to be shown; null once all are shown. */
  awaited: number | null;
  /** The watches of its visit that can leave, known before the list arrives. */
  visit: readonly string[];
  /** Why the watches are missing, if they cannot be loaded. */
  loadFailure: string | undefined;
  check: (ticketNumber: string, isChecked: boolean) => void;
  /** Those that are checked and can leave. */
  leaving: readonly Repair[];
  /** Why the one that the dialog was opened for cannot leave. */
  reasonNotTo: string | undefined;
  /** Shows the watch of this ticket as it is now. */
  lookAgainAt: (ticketNumber: string) => void;
  /** Shows what has changed, if a request was refused because of it. */
  lookAgain: (refused: Error) => void;
}

/** What a refused hand-over says of each ticket that is not as it was seen. */
interface ChangedTicket {
  seenBalance: number | null;
  repair: Repair;
  payments: Payment[];
}

export const changedIn = (error: Error | null): readonly ChangedTicket[] =>
  error instanceof CallProblem && Array.isArray(error.document.changed)
    ? error.document.changed
    : [];

function obstacleOf(repair: Repair): string | undefined {
  if (mayCollect(repair)) return undefined;
  const words = pickupWords(repair);
  return words === null
    ? movedOnWords(repair)
    : `${words.charAt(0).toUpperCase()}${words.slice(1)} in the meantime.`;
}

/** The customer's watches that are ready. */
export function useLeaving(opened: Repair, isFollowing: boolean): Watches {
  const filter = { pickup: 'waiting', clientId: opened.clientId, limit: maxOffered } as const;
  const { data, isSuccess, isFetching, isError } = useInfiniteQuery({
    ...repairsQuery(filter),
    enabled: isFollowing,
  });
  const listed = (data?.pages[0]?.items ?? []).filter(isWholeRepair);
  const { data: ticket } = useRepair(isFollowing ? opened.ticketNumber : null);
  const [shown, setShown] = useState<readonly Repair[] | null>(null);
  const [choices, setChoices] = useState<Readonly<Record<string, boolean>>>({});
  const others = listed.filter((repair) => repair.id !== opened.id && mayCollect(repair));
  const seen = shown ?? [listed.find(({ id }) => id === opened.id) ?? opened, ...others];
  // Once: what becomes ready while someone reads and presses waits for the next hand-over.
  if (isFollowing && isSuccess && !isFetching && shown === null) setShown(seen);

  const isOfVisit = ({ id, visitId }: Repair) =>
    id === opened.id || (visitId !== null && visitId === opened.visitId);

  /** Shows these as they are now; another watch that has left in the meantime goes. */
  const update = (fresh: readonly Repair[]) =>
    setShown((known) =>
      (known ?? seen)
        .map((repair) => fresh.find(({ id }) => id === repair.id) ?? repair)
        .filter((repair) => repair.id === opened.id || mayCollect(repair)),
    );

  const rank = (repair: Repair) => (repair.id === opened.id ? 0 : isOfVisit(repair) ? 1 : 2);
  const all = seen
    .toSorted((one, other) => rank(one) - rank(other))
    .map((repair) => {
      const current = repair.id === opened.id ? opened : listed.find(({ id }) => id === repair.id);
      return {
        repair,
        isChecked: choices[repair.ticketNumber] ?? isOfVisit(repair),
        // Once it has left, what is shown stays until the dialog has closed.
        obstacle: isFollowing
          ? current === undefined
            ? 'No longer ready for pickup.'
            : obstacleOf(current)
          : undefined,
      };
    });
  const visit = (ticket?.siblings ?? []).filter(mayCollect).map(({ ticketNumber }) => ticketNumber);
  const isAwaited = (number: string) => !seen.some(({ ticketNumber }) => ticketNumber === number);
  return {
    all,
    awaited: shown === null ? visit.filter(isAwaited).length : null,
    visit,
    loadFailure:
      shown === null && isError && !isFetching
        ? 'The customer’s other watches couldn’t be loaded. Close this and try again.'
        : undefined,
    check: (ticketNumber, isChecked) => setChoices({ ...choices, [ticketNumber]: isChecked }),
    leaving: all.flatMap(({ repair, isChecked, obstacle }) =>
      isChecked && obstacle === undefined ? repair : [],
    ),
    reasonNotTo: all.find(({ repair }) => repair.id === opened.id)?.obstacle,
    lookAgainAt(ticketNumber) {
      wholeRepair(ticketNumber).then((repair) => update([repair]), showRepairProblem);
    },
    lookAgain(refused) {
      const changed = changedIn(refused).map(({ repair }) => repair);
      for (const repair of changed) putRepair(repair);
      update(changed);
    },
  };
}
