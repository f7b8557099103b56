import { randomUUID } from 'node:crypto';
import { expect, it, it as itOnBoth } from 'vitest';
import type { Input } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import { versionTag } from '../../../domain/edits.ts';
import { useShop } from '../../harness/app.ts';
import {
  describeOnBothEngines,
  describeOnBothInLongRun,
  itOnOneEngine,
} from '../../harness/engine.ts';
import { readEvents } from '../../harness/event-reader.ts';
import { minute } from '../../harness/settable-clock.ts';
import {
  addMeasurement,
  assign,
  complete,
  someTiming,
  statusesOf,
  takeIn,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';
import { csvObjects, exportedFiles } from '../../harness/transfers.ts';

type NewMeasurement = Input<'addMeasurement', 'body'>;
type Ticket = Pick<Repair, 'ticketNumber'>;

const of = ({ ticketNumber }: Ticket) => ({ params: { ticketNumber } });

describeOnBothEngines('a measurement at the bench', (engine) => {
  const it = itOnOneEngine(engine);
  const shop = useShop(engine);

  const newMeasurement = (given: Partial<NewMeasurement> = {}): NewMeasurement => ({
    measurementId: randomUUID(),
    kind: 'timing',
    stage: 'before',
    timing: someTiming,
    ...given,
  });
  const add = (ticket: Ticket, given: Partial<NewMeasurement> = {}) =>
    shop.staff.attempt('addMeasurement', { ...of(ticket), body: newMeasurement(given) });
  const change = (
    id: string,
    body: Input<'changeMeasurement', 'body'>,
    headers: Record<string, string> = {},
  ) => shop.staff.attempt('changeMeasurement', { params: { id }, body }, headers);
  const remove = (id: string) => shop.staff.attempt('removeMeasurement', { params: { id } });
  const measurementsOf = async ({ ticketNumber }: Ticket) =>
    (await wholeRepair(shop, ticketNumber)).measurements;

  it('is stored exactly as it was typed, blank positions left out', async () => {
    const repair = await takeIn(shop);
    const positions = {
      CH: { rate: 4.255, amplitude: 251.5, beatError: 0 },
      FH: { rate: null, amplitude: null, beatError: null },
      '12H': { rate: -999.9, amplitude: null, beatError: null },
    };
    const answer = await add(repair, {
      ...{ measuredOn: '2026-03-02', instrument: '  Bench microphone ', caliber: 'ETA 2824-2' },
      timing: { liftAngle: 52.5, beatsPerHour: 28_800, positions },
    });
    expect(answer.status).toBe(201);
    const [stored] = await measurementsOf(repair);
    expect(stored).toMatchObject({
      ...{ kind: 'timing', stage: 'before', measuredOn: '2026-03-02' },
      ...{ instrument: 'Bench microphone', caliber: 'ETA 2824-2', quartz: null, pressure: null },
    });
    const { CH, '12H': crownRight } = positions;
    expect(stored?.timing).toEqual({
      liftAngle: 52.5,
      beatsPerHour: 28_800,
      positions: { CH, '12H': crownRight },
    });
  });

  it('is timing before and after, quartz, and a pressure test', async () => {
    const repair = await takeIn(shop);
    for (const stage of ['before', 'after', 'after-24h'] as const) {
      await addMeasurement(shop, repair, { stage });
    }
    const quartz = { consumption: 1.1, battery: 1.56, rate: 0.3 };
    await addMeasurement(shop, repair, { kind: 'quartz', timing: null, quartz });
    const steps = [
      { method: 'dry', pressure: -0.7, reading: 0.04, limit: 0.1, hasPassed: true },
      { method: 'condensation', temperature: 45, hasPassed: false },
    ] as const;
    const { pressure } = await addMeasurement(shop, repair, {
      ...{ kind: 'pressure', stage: 'after', timing: null },
      pressure: { steps: [...steps] },
    });
    expect(pressure?.steps).toEqual([
      { ...steps[0], unit: 'µm', temperature: null },
      { ...steps[1], pressure: null, reading: null, limit: null, unit: 'µm' },
    ]);
    const all = await measurementsOf(repair);
    expect(all.map(({ kind, stage }) => `${kind} ${stage}`)).toEqual([
      ...['timing before', 'timing after', 'timing after-24h'],
      ...['quartz before', 'pressure after'],
    ]);
    expect(all[3]?.quartz).toEqual({ ...quartz, ratePer: 'day' });
  });

  it.each<[Partial<NewMeasurement>, string, string]>([
    [{ timing: null }, 'timing', 'Enter at least one value for a position'],
    [
      { timing: { positions: { CH: { rate: null } } } },
      'timing',
      'Enter at least one value for a position',
    ],
    [{ kind: 'quartz' }, 'timing', 'A quartz measurement cannot include timing'],
    [
      { kind: 'quartz', timing: null, quartz: {} },
      'quartz',
      'Enter the consumption, the battery or the rate',
    ],
    [
      { kind: 'quartz', stage: 'after-24h', timing: null, quartz: { rate: 1 } },
      'stage',
      'Only timing is measured after 24 h',
    ],
    [
      { kind: 'pressure', timing: null, pressure: { steps: [] } },
      'pressure',
      'Add at least one step',
    ],
    [
      { kind: 'pressure', timing: null, pressure: { steps: [{ method: 'wet', hasPassed: true }] } },
      'pressure.steps.0.pressure',
      'Enter the pressure for this step',
    ],
    [
      { timing: { positions: { '9H': { rate: 1000 } } } },
      'timing.positions.9H.rate',
      '9H rate must be a number from −999.9 to 999.9 with at most 3 decimals',
    ],
    [
      { timing: { liftAngle: 9.9, positions: someTiming.positions } },
      'timing.liftAngle',
      'Lift angle must be a number from 10 to 90 with at most one decimal',
    ],
    [
      { timing: { beatsPerHour: 28_800.5, positions: someTiming.positions } },
      'timing.beatsPerHour',
      'Beats per hour must be a whole number from 3,600 to 72,000',
    ],
  ])(
    'with an error is refused with a clear sentence, and nothing is stored: %j',
    async (given, path, message) => {
      const repair = await takeIn(shop);
      const refused = await add(repair, given);
      expect(refused.status).toBe(422);
      expect(refused.problem().errors).toEqual([{ path, message }]);
      expect(await measurementsOf(repair)).toEqual([]);
    },
  );

  itOnBoth('is stored once, however often it is sent, and once per kind and stage', async () => {
    const repair = await takeIn(shop);
    const one = newMeasurement();
    const sent = await Promise.all([1, 2, 3].map(() => add(repair, one)));
    expect(statusesOf(sent)).toEqual([200, 200, 201]);
    const again = (await add(repair, { ...one, instrument: 'Another' })).problem();
    expect(again.code).toBe('measurement-exists');
    expect((await add(await takeIn(shop), one)).problem().code).toBe('measurement-exists');

    const rivals = await Promise.all([
      add(repair, { stage: 'after', instrument: 'One' }),
      add(repair, { stage: 'after', instrument: 'Other' }),
    ]);
    expect(statusesOf(rivals)).toEqual([201, 409]);
    const loser = rivals.find(({ status }) => status === 409)?.problem();
    expect(loser).toMatchObject({
      code: 'measurement-exists',
      detail: 'This ticket already has “Timing, after, 0 h”. Edit that one instead.',
      measurement: { stage: 'after' },
    });
    const { events, measurements } = await wholeRepair(shop, repair.ticketNumber);
    expect(measurements).toHaveLength(2);
    expect(events.filter(({ kind }) => kind === 'measurement-added')).toHaveLength(2);
  });

  it('is not changed from an outdated version, nor by repeating the same change', async () => {
    const repair = await takeIn(shop);
    const { id, updatedAt } = await addMeasurement(shop, repair);
    const seen = { 'if-match': versionTag(updatedAt) };
    shop.clock.advance(minute);
    const both = await Promise.all([
      change(id, { instrument: 'One' }, seen),
      change(id, { instrument: 'Other' }, seen),
    ]);
    expect(statusesOf(both)).toEqual([200, 412]);
    const late = both.find(({ status }) => status === 412)?.problem();
    expect(late).toMatchObject({
      code: 'changed-meanwhile',
      measurement: { id, instrument: expect.stringMatching(/^O/) },
      repair: { ticketNumber: repair.ticketNumber },
    });
    const before = await wholeRepair(shop, repair.ticketNumber);
    const [{ instrument = null } = {}] = before.measurements;
    expect((await change(id, { instrument })).status).toBe(200);
    expect((await change(id, { timing: someTiming })).status).toBe(200);
    expect((await change(id, {})).status).toBe(200);
    const early = await shop.staff.attempt('removeMeasurement', { params: { id } }, seen);
    expect(early.problem()).toMatchObject({
      code: 'changed-meanwhile',
      measurement: { id, instrument },
    });
    expect(await wholeRepair(shop, repair.ticketNumber)).toEqual(before);
  });

  it('can move to another stage, unless that is taken', async () => {
    const repair = await takeIn(shop);
    const { id } = await addMeasurement(shop, repair);
    expect((await change(id, { stage: 'after-24h' })).status).toBe(200);
    await addMeasurement(shop, repair, { stage: 'after' });
    expect((await change(id, { stage: 'after' })).problem().code).toBe('measurement-exists');
    expect((await change(id, { timing: null })).problem().errors).toEqual([
      { path: 'timing', message: 'Enter at least one value for a position' },
    ]);
    const { events } = await wholeRepair(shop, repair.ticketNumber);
    expect(events.find(({ kind }) => kind === 'measurement-changed')?.data).toMatchObject({
      before: { stage: 'before' },
      after: { stage: 'after-24h' },
    });
  });

  it('is removed, and restored by adding it again', async () => {
    const repair = await takeIn(shop);
    const one = newMeasurement();
    await add(repair, one);
    expect((await remove(one.measurementId)).status).toBe(200);
    expect(await measurementsOf(repair)).toEqual([]);
    expect((await remove(one.measurementId)).problem().code).toBe('measurement-not-found');
    expect((await change(one.measurementId, {})).problem().code).toBe('measurement-not-found');
    expect((await add(repair, one)).status).toBe(201);
    expect(await measurementsOf(repair)).toMatchObject([{ id: one.measurementId }]);
  });

  it('is sent to every screen, and is deleted and restored with its ticket', async () => {
    const repair = await takeIn(shop);
    const reader = await readEvents(shop.staff);
    await reader.until(1);
    const { id } = await addMeasurement(shop, repair);
    await reader.until(2);
    reader.close();
    expect(reader.changes().at(-1)).toMatchObject({
      ...{ entity: 'repair', what: 'measurement-added', ticketNumber: repair.ticketNumber },
    });
    await shop.staff.call('deleteRepair', of(repair));
    expect((await add(repair, { stage: 'after' })).problem().code).toBe('repair-not-found');
    expect((await change(id, {})).problem().code).toBe('repair-not-found');
    await shop.staff.call('restoreRepair', of(repair));
    expect(await measurementsOf(repair)).toMatchObject([{ id }]);
  });

  it('does not prevent undoing a completion', async () => {
    const repair = await takeIn(shop);
    await assign(shop, repair.ticketNumber);
    await shop.staff.call('completeRepair', {
      ...of(repair),
      body: { outcome: 'approved', holdSeconds: 60 },
    });
    await addMeasurement(shop, repair, { stage: 'after' });
    const { repair: undone } = await shop.staff.call('undoComplete', of(repair));
    expect(undone.status).toBe('assigned');
    expect(await measurementsOf(repair)).toHaveLength(1);
  });

  it('proposes the lift angle that the shop last used for the caliber', async () => {
    const caliber = `Élan ${randomUUID().slice(0, 8)}`;
    const ask = async (typed: string) =>
      (await shop.staff.call('findLiftAngle', { query: { caliber: typed } })).last;
    expect(await ask(caliber)).toBeNull();
    expect(await ask(' ')).toBeNull();
    const older = await takeIn(shop);
    await addMeasurement(shop, older, { caliber });
    shop.clock.advance(minute);
    const newer = await takeIn(shop);
    const timing = { ...someTiming, liftAngle: 53.5 };
    await addMeasurement(shop, newer, { caliber, timing, measuredOn: '2026-03-05' });
    shop.clock.advance(minute);
    const without = { ...someTiming, liftAngle: null };
    await addMeasurement(shop, newer, { caliber, stage: 'after', timing: without });
    const last = { liftAngle: 53.5, beatsPerHour: 28_800, measuredOn: '2026-03-05' };
    expect(await ask(caliber.toUpperCase().replace('É', 'E'))).toEqual({
      ...last,
      ticketNumber: newer.ticketNumber,
    });
    await shop.staff.call('deleteRepair', of(newer));
    expect(await ask(caliber)).toMatchObject({ liftAngle: 52, ticketNumber: older.ticketNumber });
  });

  it('is in the export, a column for each value', async () => {
    const repair = await takeIn(shop);
    const { id } = await addMeasurement(shop, repair);
    const steps = [{ method: 'dry', pressure: 10, unit: 'bar', hasPassed: true }] as const;
    const tested = await addMeasurement(shop, repair, {
      ...{ kind: 'pressure', timing: null, pressure: { steps: [...steps] } },
    });
    const { text } = await shop.staff.send('GET', '/api/export?format=json');
    const { measurements } = JSON.parse(text) as { measurements: { measurementId: string }[] };
    expect(measurements.find(({ measurementId }) => measurementId === id)).toMatchObject({
      ...{ ticketNumber: repair.ticketNumber, kind: 'timing', stage: 'before', liftAngle: 52 },
      ...{ dialUpRate: 10, crownDownRate: -15, dialDownRate: null, steps: null },
    });
    const rows = csvObjects((await exportedFiles(shop.staff))['measurements.csv'] ?? '');
    // A loss is a number, not a formula.
    expect(rows.find((row) => row['Measurement ID'] === id)).toMatchObject({
      ...{ 'Beats per hour': '28800', 'Dial up amplitude': '251', 'Crown down rate': '-15' },
    });
    expect(rows.find((row) => row['Measurement ID'] === tested.id)).toMatchObject({
      Steps: 'Dry, 10 bar: pass',
    });
  });
});

describeOnBothInLongRun('the final check', (engine) => {
  const shop = useShop(engine);

  const setLines = async (finalCheck: string[]) => {
    const { settings } = await shop.staff.call('getSettings');
    return shop.staff.attempt('changeSettings', { body: { ...settings, finalCheck } });
  };
  const assignedRepair = async () => {
    const repair = await takeIn(shop);
    await assign(shop, repair.ticketNumber);
    return repair;
  };

  it('does not exist until the shop writes lines', async () => {
    const repair = await assignedRepair();
    await complete(shop, repair.ticketNumber);
    const { finalCheck, events } = await wholeRepair(shop, repair.ticketNumber);
    expect(finalCheck).toBeNull();
    expect(events.at(-1)?.data).not.toHaveProperty('finalCheck');
  });

  it('is stored with the completion, with the rest as not checked', async () => {
    await setLines(['Time and date set', 'Water test']);
    const repair = await assignedRepair();
    const finalCheck = [
      { line: 'Time and date set', isChecked: true },
      { line: 'Water test', isChecked: false },
    ];
    await shop.staff.call('completeRepair', {
      ...of(repair),
      body: { outcome: 'approved', finalCheck },
    });
    const done = await wholeRepair(shop, repair.ticketNumber);
    expect(done.finalCheck).toEqual(finalCheck);
    expect(done.events.find(({ kind }) => kind === 'repair-completed')?.data).toMatchObject({
      finalCheck,
    });
    // Another wording changes nothing about what was checked.
    await setLines(['Crown down']);
    expect((await wholeRepair(shop, repair.ticketNumber)).finalCheck).toEqual(finalCheck);
    const repairs = csvObjects((await exportedFiles(shop.staff))['repairs.csv'] ?? '');
    const row = repairs.find((one) => one['Ticket number'] === repair.ticketNumber);
    expect(row?.['Final check']).toBe('Time and date set: yes\nWater test: no');

    await shop.staff.call('reopenRepair', of(repair));
    expect((await wholeRepair(shop, repair.ticketNumber)).finalCheck).toBeNull();
    await complete(shop, repair.ticketNumber);
    expect((await wholeRepair(shop, repair.ticketNumber)).finalCheck).toEqual([
      { line: 'Crown down', isChecked: false },
    ]);
  });

  it('has at most ten lines, each once and of at most 60 characters', async () => {
    const eleven = Array.from({ length: 11 }, (_, at) => `Line ${at}`);
    for (const [lines, message] of [
      [eleven, 'The final check can have at most 10 lines'],
      [['Crown', 'crown'], '“CROWN” is in the final check twice'],
      [['x'.repeat(61)], 'A line of the final check must be at most 60 characters'],
    ] as const) {
      const refused = (await setLines([...lines])).problem();
      expect(refused.errors?.map((error) => error.message)).toEqual([message]);
    }
  });
});
