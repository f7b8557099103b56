import { describe, expect, it } from 'vitest';
import type { Repair } from '../../../domain/api-answers.ts';
import { groupByTechnician } from './technician-groups.ts';

function repair(ticketNumber: string, assignedTo: string | null, name: string | null): Repair {
  return { ticketNumber, assignedTo, assignedWatchmaker: name } as Repair;
}

const summary = (repairs: Repair[]) =>
  groupByTechnician(repairs).map((group) => [
    group.name,
    group.repairs.map(({ ticketNumber }) => ticketNumber),
  ]);

describe('groupByTechnician', () => {
  it('keeps the order inside and among the technicians, and puts what no one has last', () => {
    expect(
      summary([
        repair('WH1', null, null),
        repair('WH2', 't2', 'Bea'),
        repair('WH3', 't1', 'Al'),
        repair('WH4', 't2', 'Bea'),
        repair('WH5', null, null),
      ]),
    ).toEqual([
      ['Bea', ['WH2', 'WH4']],
      ['Al', ['WH3']],
      ['Unassigned', ['WH1', 'WH5']],
    ]);
  });

  it('tells two technicians with the same name apart', () => {
    expect(summary([repair('WH1', 't1', 'Al'), repair('WH2', 't2', 'Al')])).toHaveLength(2);
  });

  it('of nothing is nothing', () => {
    expect(groupByTechnician([])).toEqual([]);
  });
});
