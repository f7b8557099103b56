import { describe, expect, it } from 'vitest';
import type { Repair, RepairRow } from '../../../domain/api-answers.ts';
import { CallProblem, offlineProblem } from '../../data/call.ts';
import { repairsToPrint } from './repairs-to-print.ts';

const rows = Array.from(
  { length: 12 },
  (_, at) => ({ ticketNumber: `WH${at}` }) as unknown as RepairRow,
);

const gone = () => new CallProblem({ code: 'repair-not-found', detail: 'Gone.' }, 404, null);

describe('repairsToPrint', () => {
  it('asks for a few at once, keeps their order, and names what is gone', async () => {
    let [underWay, most] = [0, 0];
    const { repairs, missing } = await repairsToPrint(rows, async (row) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setTimeout(resolve));
      underWay -= 1;
      if (row.ticketNumber === 'WH3') throw gone();
      return row as Repair;
    });
    expect(most).toBeLessThanOrEqual(5);
    expect(missing).toEqual(['WH3']);
    expect(repairs).toEqual(rows.filter(({ ticketNumber }) => ticketNumber !== 'WH3'));
  });

  it('prints nothing if the server is unreachable, or all are gone', async () => {
    const asked: string[] = [];
    const reading = repairsToPrint(rows, ({ ticketNumber }) => {
      asked.push(ticketNumber);
      return Promise.reject(offlineProblem());
    });
    await expect(reading).rejects.toThrow('can’t be reached');
    expect(asked).toHaveLength(5);
    await expect(repairsToPrint(rows, () => Promise.reject(gone()))).rejects.toThrow(
      'None of these repairs',
    );
  });
});
