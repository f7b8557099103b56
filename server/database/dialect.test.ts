import { describe, expect, it } from 'vitest';
import { postgresDialect, sqliteDialect } from './dialect.ts';

const withCode = (code: string) => Object.assign(new Error('refused'), { code });
const withErrcode = (errcode: number) => Object.assign(new Error('refused'), { errcode });

describe('PostgreSQL', () => {
  it.each([
    ['the connection was lost', withCode('08006')],
    ['the password is not right any more', withCode('28P01')],
    ['there is no such database', withCode('3D000')],
    ['it takes no connections', withCode('55000')],
    ['it has no connection left', withCode('53300')],
    ['it is being stopped', withCode('57P01')],
    ['it is still starting', withCode('57P03')],
    ['nobody answers', withCode('ECONNREFUSED')],
    ['the name is unknown', withCode('ENOTFOUND')],
    ['the line broke', new Error('Connection terminated unexpectedly')],
    ['it is too slow to let in', new Error('timeout exceeded when trying to connect')],
  ])('cannot serve when %s', (_what, error) => {
    expect(postgresDialect.isUnavailable(error)).toBe(true);
  });

  it.each([
    ['a row that is there already', withCode('23505')],
    ['a broken rule', withCode('23514')],
    ['a mistake in a statement', withCode('42601')],
    ['a statement that took too long', withCode('57014')],
    ['any other error', new Error('Connection')],
    ['no error at all', null],
  ])('can serve after %s', (_what, error) => {
    expect(postgresDialect.isUnavailable(error)).toBe(false);
  });

  it('tells a row that is there already from other refusals', () => {
    expect(postgresDialect.isUniqueViolation(withCode('23505'))).toBe(true);
    expect(postgresDialect.isUniqueViolation(withCode('23503'))).toBe(false);
    expect(postgresDialect.isUniqueViolation('23505')).toBe(false);
  });
});

describe('SQLite', () => {
  it.each([
    ['another process writes for too long', 5],
    ['the disk is full', 13],
    ['the file cannot be written', 8],
    ['the file cannot be opened', 14],
    ['reading fails', 10],
    ['writing fails', 778],
  ])('cannot serve when %s', (_what, errcode) => {
    expect(sqliteDialect.isUnavailable(withErrcode(errcode))).toBe(true);
  });

  it.each([
    ['a row that is there already', withErrcode(2067)],
    ['a mistake in a statement', withErrcode(1)],
    ['an error without a code', new Error('database')],
    ['no error at all', undefined],
  ])('can serve after %s', (_what, error) => {
    expect(sqliteDialect.isUnavailable(error)).toBe(false);
  });

  it('tells a row that is there already from other refusals', () => {
    expect(sqliteDialect.isUniqueViolation(withErrcode(2067))).toBe(true);
    expect(sqliteDialect.isUniqueViolation(withErrcode(1555))).toBe(true);
    expect(sqliteDialect.isUniqueViolation(withErrcode(787))).toBe(false);
  });
});
