import { PassThrough } from 'node:stream';
import pino from 'pino';
import { afterEach, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';

describeOnBothEngines('a mistake of the database', (engine) => {
  let shop: RunningApp;
  afterEach(async () => {
    await shop.close();
  });

  it('is answered as one, stores nothing, and is logged with its cause under the same id', async () => {
    const stream = new PassThrough();
    let logged = '';
    stream.on('data', (chunk: Buffer) => {
      logged += chunk.toString('utf8');
    });
    shop = await startApp(engine, { log: pino({ level: 'error' }, stream) });
    await shop.rows.run('alter table events rename to events_of_old');
    const body = { name: 'Ada', email: 'ada@example.com' };
    const problem = (await shop.staff.attempt('createClient', { body })).problem();
    expect(problem).toMatchObject({ status: 500, code: 'internal', title: 'Something went wrong' });
    const { requestId } = problem as unknown as { requestId: string };
    expect(requestId).toMatch(/\S/);
    expect((await shop.staff.call('listClients')).items).toEqual([]);
    const mistakes = logged
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(mistakes).toHaveLength(1);
    expect(JSON.stringify(mistakes[0])).toContain(requestId);
    expect(mistakes[0].err.message).toMatch(/events/);
    await shop.rows.run('alter table events_of_old rename to events');
  });
});
