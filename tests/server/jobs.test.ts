import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Job, Jobs } from '../../server/jobs.ts';
import { type RunningApp, startApp } from '../harness/app.ts';
import { describeOnBothEngines, openAgain } from '../harness/engine.ts';
import { minute } from '../harness/settable-clock.ts';

const failure = 'It could not be done';

describeOnBothEngines('the jobs of the product', (engine) => {
  let shop: RunningApp;
  let close: () => Promise<void>;
  let warnings: unknown[][];
  let deps: ConstructorParameters<typeof Jobs>[0];
  beforeEach(async () => {
    shop = await startApp(engine);
    const database = await openAgain(shop.storage);
    close = () => database.close();
    warnings = [];
    const log = {
      info: () => undefined,
      error: () => undefined,
      warn: (...line: unknown[]) => warnings.push(line),
    };
    deps = { database, clock: shop.clock.read, log };
  });
  afterEach(async () => {
    await close();
    await shop.close();
  });

  /** A job that goes on until a test lets go. */
  function slowJob(about: Partial<Job> = {}) {
    let answers = Promise.withResolvers<void>();
    const slow = {
      runs: [] as { isStart: boolean; signal: AbortSignal }[],
      end: () => {
        answers.resolve();
        answers = Promise.withResolvers<void>();
      },
      fail: () => {
        answers.reject(new Error('away'));
        answers = Promise.withResolvers<void>();
      },
      job: {
        everyMs: minute,
        failure,
        ...about,
        run: (signal: AbortSignal, isStart: boolean) => {
          slow.runs.push({ isStart, signal });
          return answers.promise;
        },
      },
    };
    return slow;
  }
  const begun = (slow: ReturnType<typeof slowJob>, count: number) =>
    expect.poll(() => slow.runs.length).toBe(count);

  it('are not begun again before they are done, and tried again after a failure', async () => {
    const slow = slowJob();
    const jobs = new Jobs(deps, { slow: slow.job });
    const running = [jobs.run('slow'), jobs.run('slow'), jobs.run('slow')];
    await begun(slow, 1);
    slow.fail();
    await Promise.all(running);
    expect(warnings).toEqual([[{ job: 'slow', error: 'Error: away' }, failure]]);
    const again = jobs.run('slow');
    await begun(slow, 2);
    slow.end();
    await again;
    expect(warnings).toHaveLength(1);
  });

  it('of several processes one does what has a lease, and every one what is done at the start', async () => {
    const slow = slowJob({ leaseMs: minute, isDoneAtStart: true });
    const [one, other] = [new Jobs(deps, { slow: slow.job }), new Jobs(deps, { slow: slow.job })];
    for (const jobs of [one, other]) jobs.runAtStart();
    await begun(slow, 2);
    expect(slow.runs.map(({ isStart }) => isStart)).toEqual([true, true]);
    slow.end();
    await Promise.all([one.stop(0), other.run('slow')]);
    const running = other.run('slow');
    await begun(slow, 3);
    const third = new Jobs(deps, { slow: slow.job });
    await third.run('slow');
    expect(slow.runs).toHaveLength(3);
    slow.end();
    await running;
    shop.clock.advance(minute);
    void third.run('slow');
    await begun(slow, 4);
    slow.end();
  });

  it('rest while the shop is closed for moving, but for those that only read', async () => {
    const [writes, reads] = [slowJob(), slowJob({ isDoneWhileClosed: true })];
    const jobs = new Jobs(deps, { writes: writes.job, reads: reads.job });
    await shop.staff.call('setClosedForMoving', { body: { isClosed: true } });
    await jobs.run('writes');
    void jobs.run('reads');
    await begun(reads, 1);
    expect(writes.runs).toEqual([]);
    reads.end();
    await shop.staff.call('setClosedForMoving', { body: { isClosed: false } });
    void jobs.run('writes');
    await begun(writes, 1);
    writes.end();
  });

  it('end with the product: those under way are told, and waited for but where a service hangs', async () => {
    const [own, outside] = [slowJob(), slowJob({ asksOutside: true })];
    const jobs = new Jobs(deps, { own: own.job, outside: outside.job });
    void jobs.run('own');
    void jobs.run('outside');
    await begun(own, 1);
    await begun(outside, 1);
    let hasStopped = false;
    const stopping = jobs.stop(0).then(() => {
      hasStopped = true;
    });
    expect([own, outside].map(({ runs }) => runs[0]?.signal.aborted)).toEqual([true, true]);
    await shop.staff.call('getShop');
    expect(hasStopped).toBe(false);
    own.end();
    await stopping;
    await jobs.run('own');
    expect(own.runs).toHaveLength(1);
  });
});
