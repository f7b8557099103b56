import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StoreNote, storeNoteSchema } from '../../../server/database/closing.ts';
import { cancelMove } from '../../../server/moves/cancel.ts';
import { openGate } from '../../../server/moves/gate.ts';
import { databaseName, type ShopPlace } from '../../../server/moves/places.ts';
import type { RunningApp } from '../../harness/app.ts';
import { addPhoto } from '../../harness/backup-tasks.ts';
import { createStorage, describeOnBothEngines, type Storage } from '../../harness/engine.ts';
import { readEvents } from '../../harness/event-reader.ts';
import {
  move,
  photosAt,
  placeOf,
  silentListener,
  startAt,
  wholeStore,
} from '../../harness/moves.ts';
import { startProcess } from '../../harness/process.ts';
import { type S3Server, startS3Server } from '../../harness/s3-server.ts';
import { takeIn } from '../../harness/shop-fixtures.ts';

describeOnBothEngines('a move that is cut short', (engine) => {
  let s3: S3Server;
  let former: Storage;
  let next: Storage;
  let from: ShopPlace;
  let to: ShopPlace;
  let shop: RunningApp;

  beforeAll(async () => {
    s3 = await startS3Server();
    former = await createStorage(engine);
    next = await createStorage('postgres');
    from = placeOf(former);
    to = { ...placeOf(next, s3.settings), dataDir: former.dataDir };
    shop = await startAt(former, from);
    for (const kind of ['initial', 'completed']) {
      const { ticketNumber } = await takeIn(shop);
      await addPhoto(shop, ticketNumber, kind);
    }
    await shop.app.textsLeft();
  });
  afterAll(async () => {
    await shop.close();
    await next.remove();
    await s3.close();
  });

  const environment = () => ({
    DATA_DIR: former.dataDir,
    ...(former.databaseUrl === null ? {} : { DATABASE_URL: former.databaseUrl }),
    S3_ENDPOINT: s3.settings.endpoint,
    S3_REGION: s3.settings.region,
    S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
  });
  const words = () => ['--to', next.databaseUrl ?? '', '--photos', `s3://${s3.settings.bucket}`];
  const run = async (program: string, ...before: string[]) => {
    const started = startProcess(program, environment(), former.dataDir, '', [
      ...before,
      ...words(),
    ]);
    return { code: await started.ended, said: started.output() };
  };
  const noteAt = async (place: ShopPlace): Promise<StoreNote | null> => {
    const gate = await openGate(place, false);
    try {
      return await gate.note();
    } finally {
      await gate.close();
    }
  };
  const setNote = async (place: ShopPlace, note: object) => {
    const gate = await openGate(place, false);
    await gate.set(storeNoteSchema.parse(note));
    await gate.close();
  };
  const cancel = (changes = {}) =>
    cancelMove({
      from,
      to: null,
      abandonsChanges: false,
      listener: silentListener,
      clock: Date.now,
      ...changes,
    });
  const isOpen = async () =>
    (
      await shop.staff.attempt('createClient', {
        body: { name: 'Ada', email: 'ada@example.com', phone: '' },
      })
    ).status === 201;

  const kills = [
    { what: 'photos', table: '', done: 1, closed: false, arrived: false },
    { what: 'rows', table: 'clients', done: 0, closed: true, arrived: false },
    { what: 'checking', table: 'events', done: 0, closed: true, arrived: true },
  ].filter(({ what }) => engine === 'sqlite' || what === 'checking');
  it.each(kills)('is finished or called off after a kill at $what $table', async (at) => {
    const { said } = await run('tests/harness/dying-move.ts', at.what, at.table, String(at.done));
    expect(said).not.toContain('Survived');
    expect(await isOpen()).toBe(!at.closed);
    if (!at.closed) return;
    await expect(startAt(former, from)).rejects.toThrow(
      former.engine === 'sqlite' ? /is already running on/ : /is being moved/,
    );
    if (!at.arrived) {
      const prepared = await run('scripts/move.ts', '--prepare');
      expect(prepared).toEqual({ code: 3, said: expect.stringMatching(/^A move was cut short/) });
    }
    expect((await noteAt(to))?.state).toBe(at.arrived ? 'arriving' : undefined);
    await cancel();
    expect(await isOpen()).toBe(true);
    await expect(cancel()).rejects.toThrow(/nothing to cancel/);
  });

  it('opens the shop again when it is asked to stop, or cannot go on', async () => {
    const stopped = await run('tests/harness/dying-move.ts', 'stop', 'rows', 'events', '0');
    expect(stopped.said).toContain('The shop is open again where it was.');
    expect(await isOpen()).toBe(true);
    s3.misbehave(
      { kind: 'refuse', status: 403, code: 'AccessDenied' },
      { on: ({ method }) => method === 'PUT' },
    );
    const { ticketNumber } = await takeIn(shop);
    await addPhoto(shop, ticketNumber);
    const refused = await run('scripts/move.ts');
    expect(refused.code).toBe(1);
    expect(await isOpen()).toBe(true);
    s3.behave();
  });

  it('is finished by the same words, and can be called off until somebody works there', async () => {
    await run('tests/harness/dying-move.ts', 'checking', 'messages', '0');
    expect(await isOpen()).toBe(false);
    const finished = await run('scripts/move.ts', '--resume');
    expect(finished.said).toMatch(/Moved: \d+ rows, 0 photos, and \d that were there, all equal\./);
    expect(finished.code).toBe(0);
    const rows = await wholeStore(former);
    expect(await wholeStore(next)).toEqual(rows);
    expect(await photosAt(to)).toEqual(await photosAt(from));

    // Killed at the very last step, the new store does not know yet.
    const gate = await openGate(to, false);
    const note = await gate.note();
    if (note === null) throw new Error('There is no note');
    await gate.set({ ...note, state: 'arriving' });
    await expect(startAt(next, to)).rejects.toThrow(/unfinished copy/);
    const away = new URL(to.databaseUrl ?? '');
    away.password = 'so-secret';
    await expect(move(from, { ...to, databaseUrl: away.href })).rejects.toMatchObject({
      name: 'StillClosed',
    });
    await gate.set({ ...note, state: 'arriving', run: 'another' });
    await expect(move(from, to)).rejects.toThrow(/is not the one that was finished/);
    expect((await noteAt(to))?.state).toBe('arriving');
    await gate.set({ ...note, state: 'arriving' });
    await gate.close();
    expect((await move(from, to)).kind).toBe('finished');
    expect((await noteAt(to))?.state).toBe('waiting');

    await expect(cancel()).rejects.toThrow(/Name that place with --to/);
    const mistaken = { to: { ...to, databaseUrl: 'postgres://elsewhere/shop' } };
    await expect(cancel({ ...mistaken, abandonsChanges: true })).rejects.toThrow(/Name that place/);
    await cancel({ to });
    expect(await isOpen()).toBe(true);
    await expect(startAt(next, to)).rejects.toThrow(/unfinished copy/);

    await move(from, to);
    const there = await startAt(next, to);
    // Nothing was done there but logging in.
    const stillRuns = {
      message: expect.stringMatching(/still runs here with its former settings/),
    };
    await expect(cancel({ to })).rejects.toMatchObject({ ...stillRuns, name: 'BackupFailure' });
    const used = await noteAt(to);
    expect(used?.state).toBe('open');
    // Killed when it had told the new place.
    await setNote(to, { ...used, state: 'moved', database: databaseName(from) });
    await expect(cancel({ to })).rejects.toMatchObject({ ...stillRuns, name: 'StillClosed' });
    await setNote(to, { ...used });
    await shop.stop();
    const killed = await run('tests/harness/dying-move.ts', 'say', 'last', '0', '--cancel');
    expect(killed.said).toMatch(/for a last look\.\n$/);
    expect((await noteAt(to))?.state).toBe('moving');
    await cancel({ to });
    shop = await startAt(former, from);
    expect(await isOpen()).toBe(true);
    expect(
      (
        await there.staff.refused('createClient', {
          body: { name: 'B', email: 'b@example.com', phone: '' },
        })
      ).code,
    ).toBe('shop-moved');
    await there.stop();

    await move(from, to, { replacesFormer: true });
    const working = await startAt(next, to);
    await takeIn(working);
    await expect(cancel({ to })).rejects.toThrow(/work has gone on \(.*repair_tickets/);
    expect(await isOpen()).toBe(false);
    // It was closed for the look, and is open again.
    await takeIn(working);
    const revision = String(
      (await working.rows.run('select max(revision) as most from changes'))[0]?.most,
    );
    await shop.stop();
    await cancel({ to, abandonsChanges: true });
    shop = await startAt(former, from);
    expect(await isOpen()).toBe(true);
    // What a browser has seen there means something else here.
    for (let count = 0; count < 3; count += 1) await takeIn(shop);
    const reader = await readEvents(shop.staff, { 'last-event-id': revision });
    expect((await reader.until(1))[0]?.event).toBe('reset');
    reader.close();
    await working.stop();
    await expect(move(from, to)).rejects.toThrow(/--replace-former/);
    expect(await isOpen()).toBe(true);
  });
});
