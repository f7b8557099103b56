import { describe, expect, it } from 'vitest';
import { type Change, changeEntities } from '../../domain/api-answers.ts';
import { touchedQueries } from './touched-queries.ts';

const change: Change = {
  revision: 1,
  entity: 'repair',
  id: 'a',
  what: 'assigned',
  ticketNumber: 'WH123456ABC',
};

describe('touchedQueries', () => {
  it('names the ticket itself, not every ticket', () => {
    expect(touchedQueries(change)).toContainEqual(['repair', 'WH123456ABC']);
    expect(touchedQueries(change)).not.toContainEqual(['repair']);
  });

  it('names every ticket where the change does not say which', () => {
    expect(touchedQueries({ ...change, entity: 'client', ticketNumber: null })).toContainEqual([
      'repair',
    ]);
  });

  it.each([...changeEntities])('knows what a change of a %s touches', (entity) => {
    expect(touchedQueries({ ...change, entity })?.length).toBeGreaterThan(1);
  });

  it.each(['repair', 'client'] as const)('has a %s change what can be brought back', (entity) => {
    expect(touchedQueries({ ...change, entity })).toContainEqual(['deleted']);
    expect(touchedQueries({ ...change, entity })).toContainEqual(['client-events']);
  });

  it('has a text change what needs attention, its count and whose phone opted out', () => {
    const touched = touchedQueries({ ...change, entity: 'message' });
    for (const entity of ['attention', 'overview', 'clients', 'messages']) {
      expect(touched).toContainEqual([entity]);
    }
  });

  it('takes a kind of change that it does not know for everything', () => {
    expect(touchedQueries({ ...change, entity: 'parrot' as Change['entity'] })).toBeNull();
  });
});
