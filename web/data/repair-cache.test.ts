import { describe, expect, it } from 'vitest';
import { type Change, changeEntities } from '../../domain/api-answers.ts';
import { touchedQueries } from './repair-cache.ts';

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

  it('names every ticket if the change does not say which', () => {
    expect(touchedQueries({ ...change, entity: 'client', ticketNumber: null })).toContainEqual([
      'repair',
    ]);
  });

  it.each([...changeEntities])('knows what a change to a %s touches', (entity) => {
    expect(touchedQueries({ ...change, entity })?.length).toBeGreaterThan(1);
  });

  it.each([
    ['repair', ['deleted', 'client-events']],
    ['client', ['deleted', 'client-events']],
    ['message', ['attention', 'overview', 'clients', 'messages', 'repairs', 'estimates']],
  ] as const)('names all that shows a %s that was changed', (entity, shown) => {
    const touched = touchedQueries({ ...change, entity });
    for (const first of shown) expect(touched).toContainEqual([first]);
  });

  it('treats an unknown kind of change as a change to everything', () => {
    expect(touchedQueries({ ...change, entity: 'parrot' as Change['entity'] })).toBeNull();
  });
});
