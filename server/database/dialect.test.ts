import { describe, expect, it } from 'vitest';
import { postgresDialect, sqliteDialect } from './dialect.ts';

const withCode = (code: string) => Object.assign(new Error('refused'), { code });
const withErrcode = (errcode: number) => Object.assign(new Error('refused'), { errcode });

describe('PostgreSQL', () => {
  it.each([
    ['the connection was lost', withCode('08006'), 'unreachable'],
    ['the password is not right anymore', withCode('28P01'), 'refused'],
    ['there is no such database', withCode('3D000'), 'refused'],
    ['it takes no connections', withCode('55000'), 'unreachable'],
    ['it has no connection left', withCode('53300'), 'busy'],
    ['its disk is full', withCode('53100'), 'full'],
    ['its disk fails', withCode('58030'), 'broken'],
    ['it is a copy that takes no writes', withCode('25006'), 'read-only'],
    ['another program holds a lock', withCode('55P03'), 'locked'],
    ['conflicts do not end', withCode('40001'), 'locked'],
    ['it gave up on a statement', withCode('57014'), 'slow'],
    ['it is being stopped', withCode('57P01'), 'unreachable'],
    ['it is still starting', withCode('57P03'), 'unreachable'],
    ['nobody answers', withCode('ECONNREFUSED'), 'unreachable'],
    ['the name is unknown', withCode('ENOTFOUND'), 'unreachable'],
    ['the line broke', new Error('Connection terminated unexpectedly'), 'unreachable'],
    ['all connections are in use', new Error('timeout exceeded when trying to connect'), 'busy'],
    ['it says nothing', new Error('Query read timeout'), 'slow'],
  ])('cannot serve when %s', (_what, error, word) => {
    expect(postgresDialect.outageOf(error)).toBe(word);
  });

  it.each([
    ['a row that is there already', withCode('23505')],
    ['a broken rule', withCode('23514')],
    ['a mistake in a statement', withCode('42601')],
    ['any other error', new Error('Connection')],
    ['no error at all', null],
  ])('can serve after %s', (_what, error) => {
    expect(postgresDialect.outageOf(error)).toBeNull();
  });

  it('tells a row that exists already from other refusals', () => {
    expect(postgresDialect.isUniqueViolation(withCode('23505'))).toBe(true);
    expect(postgresDialect.isUniqueViolation(withCode('23503'))).toBe(false);
    expect(postgresDialect.isUniqueViolation('23505')).toBe(false);
  });
});

describe('SQLite', () => {
  it.each([
    ['another process writes for too long', 5, 'locked'],
    ['the disk is full', 13, 'full'],
    ['the file cannot be written', 8, 'read-only'],
    ['the file cannot be opened', 14, 'unreachable'],
    ['reading fails', 10, 'broken'],
    ['writing fails', 778, 'broken'],
    ['the file makes no sense', 11, 'broken'],
  ])('cannot serve when %s', (_what, errcode, word) => {
    expect(sqliteDialect.outageOf(withErrcode(errcode))).toBe(word);
  });

  it.each([
    ['a row that is there already', withErrcode(2067)],
    ['a mistake in a statement', withErrcode(1)],
    ['an error without a code', new Error('database')],
    ['no error at all', undefined],
  ])('can serve after %s', (_what, error) => {
    expect(sqliteDialect.outageOf(error)).toBeNull();
  });

  it('tells a row that exists already from other refusals', () => {
    expect(sqliteDialect.isUniqueViolation(withErrcode(2067))).toBe(true);
    expect(sqliteDialect.isUniqueViolation(withErrcode(1555))).toBe(true);
    expect(sqliteDialect.isUniqueViolation(withErrcode(787))).toBe(false);
  });
});
