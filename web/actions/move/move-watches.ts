import { useState } from 'react';
import { isolated } from '../../../domain/isolated.ts';
import { call } from '../../data/call.ts';
import { newId } from '../../data/new-id.ts';
import { queryClient, repairQuery } from '../../data/queries.ts';
import { putRepair, refreshRepairs } from '../../data/repair-cache.ts';
import { repairProblem } from '../../data/repair-problem.ts';

/** What became of a ticket that was scanned. */
export interface Move {
  id: string;
  ticketNumber: string;
  /** The watch, once the ticket is known. */
  watch: string | null;
  state: 'moving' | 'moved' | 'there' | 'undone' | 'failed';
  from: string | null;
  to: string | null;
  /** Why it was not moved. */
  problem: string | null;
}

interface Wanted {
  ticketNumber: string;
  to: string | null;
  /** Where the screen showed it; left out for a scan, which looks first. */
  seen?: string | null;
}

const failed = (error: unknown): Partial<Move> => {
  const said = repairProblem(error);
  return { state: 'failed', problem: said?.detail ?? said?.title ?? 'Log in again.' };
};

/** Moves watches one after the other, in the order of the scans, and lists what became of each. */
export function useMoves() {
  const [moves, setMoves] = useState<readonly Move[]>([]);
  const [queue] = useState(() => ({ last: Promise.resolve() }));

  const note = (id: string, change: Partial<Move>) =>
    setMoves((all) => all.map((one) => (one.id === id ? { ...one, ...change } : one)));

  async function carryOut(id: string, { ticketNumber, to, seen }: Wanted): Promise<void> {
    try {
      const { repair } = await queryClient.fetchQuery(repairQuery(ticketNumber));
      const from = seen === undefined ? repair.place : seen;
      note(id, { from, watch: `${isolated(repair.watchBrand)} ${isolated(repair.watchModel)}` });
      if (from === to) return note(id, { state: 'there' });
      const answer = await call('moveRepair', {
        params: { ticketNumber },
        body: { place: to, seenPlace: from },
      });
      putRepair(answer.repair);
      note(id, { state: 'moved' });
    } catch (error) {
      note(id, failed(error));
    } finally {
      void refreshRepairs();
    }
  }

  const enqueue = (work: () => Promise<void>) => {
    queue.last = queue.last.then(work);
  };

  return {
    moves,
    move(wanted: Wanted): void {
      const { ticketNumber, to } = wanted;
      const id = newId();
      const move = { id, ticketNumber, watch: null, from: null, to, problem: null };
      setMoves((all) => [{ ...move, state: 'moving' }, ...all]);
      enqueue(() => carryOut(id, wanted));
    },
    undo({ id, ticketNumber, from, to }: Move): void {
      note(id, { state: 'moving' });
      enqueue(async () => {
        try {
          const answer = await call('moveRepair', {
            params: { ticketNumber },
            body: { place: from, seenPlace: to },
          });
          putRepair(answer.repair);
          note(id, { state: 'undone' });
        } catch (error) {
          note(id, failed(error));
        } finally {
          void refreshRepairs();
        }
      });
    },
    forget: (): void => setMoves([]),
  };
}
