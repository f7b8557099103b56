import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createLog } from './log.ts';

function written() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { stream, lines };
}

/** As PostgreSQL's client throws it. */
const refused = Object.assign(new Error('new row violates check constraint "status"'), {
  code: '23514',
  detail: 'Failing row contains (7, Grace Hopper, +12125550107).',
  where: 'Grace Hopper',
});

it('an error is logged with what went wrong, and without the row that it was about', () => {
  const { stream, lines } = written();
  createLog('info', stream).error({ err: new Error('Could not save', { cause: refused }) }, 'Oh');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 50,
    msg: 'Oh',
    err: { message: 'Could not save', cause: { code: '23514', message: refused.message } },
  });
  expect(lines[0]).not.toContain('Grace');
});
