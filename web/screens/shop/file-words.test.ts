import { describe, expect, it } from 'vitest';
import { problemText, reportSentences } from './file-words.ts';

const nothing = {
  kind: 'repairs' as const,
  rows: 0,
  added: 0,
  clientsAdded: 0,
  matched: 0,
  deleted: 0,
  rejected: 0,
  renumbered: 0,
  lostEstimates: 0,
  problems: [],
};

describe('what an import does', () => {
  it('is reported before and afterward, without anything that did not happen', () => {
    expect(reportSentences({ ...nothing, kind: 'clients', added: 1 }, false)).toEqual([
      '1 client to add.',
    ]);
    const all = {
      ...nothing,
      added: 2000,
      clientsAdded: 1,
      matched: 1,
      deleted: 2,
      rejected: 3,
      renumbered: 1,
      lostEstimates: 2,
    };
    expect(reportSentences(all, false).join(' ')).toBe(
      '2,000 repairs to add, with 1 new client. 1 row already here. 2 rows skipped: deleted earlier. 1 repair will get a new ticket number. 2 repairs waiting for an answer to an estimate will go back to the technician, or to Pending if unassigned. 3 rows can’t be imported: see below.',
    );
    expect(reportSentences(all, true).join(' ')).toBe(
      '2,000 repairs added, with 1 new client. 1 row already here. 2 rows skipped: deleted earlier. 1 repair got a new ticket number. 2 repairs waiting for an answer to an estimate went back to the technician, or to Pending if unassigned. 3 rows left out: see below.',
    );
    expect(reportSentences({ ...nothing, renumbered: 2 }, true)).toContain(
      '2 repairs got new ticket numbers.',
    );
  });

  it('names the field of a message once', () => {
    expect(problemText({ column: 'Email', message: 'Email is required' })).toBe(
      'Email is required',
    );
    expect(problemText({ column: 'Phone', message: 'Please enter' })).toBe('Phone: Please enter');
  });
});
