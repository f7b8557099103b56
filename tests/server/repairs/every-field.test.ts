import { expect, it } from 'vitest';
import type { Input } from '../../../domain/api.ts';
import { type ClientDetails, clientFields } from '../../../domain/client-fields.ts';
import { estimateFields, estimateOnTicket } from '../../../domain/estimate-fields.ts';
import { type Field, fieldNames, searchedTexts, typedText } from '../../../domain/field-list.ts';
import { repairFields } from '../../../domain/repair-fields.ts';
import { type RunningApp, startApp, useShop } from '../../harness/app.ts';
import { describeOnBothInLongRun } from '../../harness/engine.ts';
import { sampleValues } from '../../harness/field-samples.ts';
import { minute } from '../../harness/settable-clock.ts';
import {
  assign,
  newIntake,
  reply,
  takeIn,
  takeInWithEstimate,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';
import { csvObjects, exportedFiles, importFile } from '../../harness/transfers.ts';

const clientValues = (round: 1 | 2): ClientDetails => ({
  ...sampleValues(clientFields, round),
  email: `round${round}@mail.example`,
  phone: `(212) 555-010${round}`,
});

const cells = (list: Readonly<Record<string, Field>>, values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(list).map(([name, field]) => [field.label, typedText(field, values[name])]),
  );

describeOnBothInLongRun('every field of the lists makes the round trip', (engine) => {
  it('of a ticket: typed, read, edited, in the history, exported, imported, read', async () => {
    const shop = await startApp(engine);
    const [first, second] = [sampleValues(repairFields, 1), sampleValues(repairFields, 2)];
    const body: Input<'createRepair', 'body'> = newIntake(first);
    const { repair } = await shop.staff.call('createRepair', { body });
    expect(repair).toMatchObject(first);
    const params = { ticketNumber: repair.ticketNumber };
    const read = (from: RunningApp) => from.staff.call('getRepair', { params });
    expect((await read(shop)).repair).toEqual({ ...repair, smsSent: true });

    shop.clock.advance(minute);
    const edited = await shop.staff.call('editRepair', { params, body: second });
    expect(edited.repair).toMatchObject(second);
    const { repair: stored, events } = await read(shop);
    expect(stored).toEqual(edited.repair);
    expect(events.find(({ kind }) => kind === 'repair-created')?.data.after).toMatchObject(first);
    const entry = events.find(({ kind }) => kind === 'repair-edited')?.data;
    expect(entry).toMatchObject({ before: first, after: second });

    for (const name of fieldNames(repairFields)) {
      const field = repairFields[name];
      const [q = typedText(field, second[name])] = searchedTexts(field, second[name]);
      const { items } = await shop.staff.call('listRepairs', { query: { q } });
      expect([name, items.length]).toEqual([name, repairFields[name].isSearched ? 1 : 0]);
    }

    const file = (await exportedFiles(shop.staff))['repairs.csv'] ?? '';
    expect(csvObjects(file)).toMatchObject([cells(repairFields, second)]);
    const other = await startApp(engine, { clock: shop.clock });
    expect(await importFile(other.staff, 'repairs', file)).toMatchObject({ added: 1, rejected: 0 });
    expect((await read(other)).repair).toMatchObject(second);
    await other.close();

    const optional = fieldNames(repairFields).filter((name) => !repairFields[name].isRequired);
    const nothing = Object.fromEntries(optional.map((name) => [name, null]));
    const { repair: cleared } = await shop.staff.call('editRepair', { params, body: nothing });
    expect(cleared).toMatchObject({ ...second, ...nothing });
    await shop.close();
  });

  it('of a client: typed, read, edited, in the history, exported, imported, read', async () => {
    const shop = await startApp(engine);
    const [first, second] = [clientValues(1), clientValues(2)];
    const { client } = await shop.staff.call('createClient', { body: first });
    expect(client).toMatchObject(first);
    const params = { id: client.id };
    const read = (from: RunningApp) => from.staff.call('getClient', { params });
    expect((await read(shop)).client).toEqual(client);

    shop.clock.advance(minute);
    const edited = await shop.staff.call('editClient', { params, body: second });
    expect(edited.client).toMatchObject(second);
    expect((await read(shop)).client).toEqual(edited.client);
    const { items: events } = await shop.staff.call('listClientEvents', { params });
    expect(events.find(({ kind }) => kind === 'client-created')?.data.after).toEqual(first);
    const entry = events.find(({ kind }) => kind === 'client-updated')?.data;
    expect(entry).toMatchObject({ before: first, after: second });

    for (const name of fieldNames(clientFields)) {
      const { items } = await shop.staff.call('listClients', {
        query: { q: String(second[name]) },
      });
      expect([name, items.length]).toEqual([name, clientFields[name].isSearched ? 1 : 0]);
    }

    const file = (await exportedFiles(shop.staff))['clients.csv'] ?? '';
    expect(csvObjects(file)).toMatchObject([cells(clientFields, second)]);
    const other = await startApp(engine, { clock: shop.clock });
    expect(await importFile(other.staff, 'clients', file)).toMatchObject({ added: 1, rejected: 0 });
    expect((await read(other)).client).toMatchObject(second);
    await other.close();
    await shop.close();
  });

  it('of an estimate: sent, read, in the history, exported', async () => {
    const shop = await startApp(engine);
    const { repair: taken } = await shop.staff.call('createRepair', { body: newIntake() });
    const { ticketNumber } = taken;
    const values = sampleValues(estimateFields, 1);
    const { estimatePrice: amount, ...rest } = values;
    const { estimate, repair } = await shop.staff.call('sendEstimate', {
      body: { repairId: ticketNumber, amount, ...rest },
    });
    expect(estimate).toMatchObject(values);
    const onTicket = estimateOnTicket(values);
    expect(repair).toMatchObject(onTicket);
    const { estimates, events } = await shop.staff.call('getRepair', { params: { ticketNumber } });
    expect(estimates).toEqual([estimate]);
    const entry = events.find(({ kind }) => kind === 'estimate-sent')?.data;
    expect(entry).toMatchObject({ before: estimateOnTicket(null), after: onTicket });
    const file = (await exportedFiles(shop.staff))['estimates.csv'] ?? '';
    expect(csvObjects(file)).toMatchObject([cells(estimateFields, values)]);
    await shop.close();
  });
});

describeOnBothInLongRun('one repair', (engine) => {
  const shop = useShop(engine);

  it('is read by its ticket number or its repair id, in any case', async () => {
    const { ticketNumber, repairId } = await takeIn(shop);
    const whole = await wholeRepair(shop, ticketNumber);
    const others = [ticketNumber.toLowerCase(), repairId, repairId.toUpperCase()];
    for (const reference of [...others, ` ${ticketNumber} `]) {
      expect(await wholeRepair(shop, reference)).toEqual(whole);
    }
  });

  it.each([
    ['WH000000AAA', 404, 'repair-not-found'],
    ["' or 1=1 --", 404, 'repair-not-found'],
    ['WH\0', 422, 'validation-failed'],
  ])('is not found by an unknown or invalid number: %j', async (ticketNumber, status, code) => {
    const problem = await shop.staff.refused('getRepair', { params: { ticketNumber } });
    expect(problem).toMatchObject({ status, code });
  });

  it('comes with its estimates, texts and events, in order', async () => {
    const { repair } = await takeInWithEstimate(shop, {}, 150);
    const { ticketNumber } = repair;
    shop.clock.advance(minute);
    await shop.staff.call('sendEstimate', { body: { repairId: ticketNumber, amount: 180 } });
    await reply(shop, repair, 'ACCEPT');
    const whole = await wholeRepair(shop, ticketNumber);
    const { repair: now, estimates, messages, events } = whole;
    expect(now).toMatchObject({ status: 'estimate-accepted', estimatePrice: 180 });
    expect(estimates.map((estimate) => estimate.estimatePrice)).toEqual([180, 150]);
    expect(messages.map(({ direction, kind }) => `${direction} ${kind}`)).toEqual([
      'outbound confirm-accept',
      'inbound reply',
      'outbound estimate',
      'outbound estimate',
      'outbound created',
    ]);
    const { items } = await shop.staff.call('listMessages', { query: { ticketNumber } });
    expect(items).toEqual(messages);
    const kinds = events.map(({ kind }) => kind).filter((kind) => !kind.startsWith('text-'));
    expect(kinds).toEqual([
      'repair-created',
      'estimate-sent',
      'estimate-sent',
      'estimate-accepted',
    ]);
    for (const event of events) {
      expect(event.actor).toBe(
        ['estimate-accepted', 'text-received'].includes(event.kind)
          ? 'customer'
          : event.kind === 'text-sent'
            ? 'system'
            : 'staff',
      );
    }
  });

  it('stays as it is when nothing is to be changed', async () => {
    const repair = await takeIn(shop, { isSameDay: true });
    const params = { ticketNumber: repair.ticketNumber };
    const before = await shop.rows.counts();
    shop.clock.advance(minute);
    for (const body of [{}, { isSameDay: true }]) {
      const { repair: after } = await shop.staff.call('editRepair', { params, body });
      expect(after).toEqual(repair);
    }
    expect(await shop.rows.counts()).toEqual(before);
  });

  it('keeps every field when several people correct different ones at once', async () => {
    const corrections = [
      { watchBrand: 'Tudor' },
      { watchModel: 'Pelagos' },
      { issue: 'Crown is loose' },
      { repairPrice: 75 },
    ];
    for (let round = 0; round < 8; round += 1) {
      const { ticketNumber } = await takeIn(shop);
      const params = { ticketNumber };
      await Promise.all(corrections.map((body) => shop.staff.call('editRepair', { params, body })));
      const { repair } = await wholeRepair(shop, ticketNumber);
      expect(repair).toMatchObject(Object.assign({}, ...corrections));
      const found = await shop.staff.call('listRepairs', { query: { q: 'tudor pelagos' } });
      expect(found.items.map((item) => item.ticketNumber)).toContain(ticketNumber);
    }
  });

  it('is not changed from an older version, and the refusal has the current one', async () => {
    const { ticketNumber, updatedAt } = await takeIn(shop);
    const edit = (body: object, headers: Record<string, string> = {}) =>
      shop.staff.attempt('editRepair', { params: { ticketNumber }, body }, headers);
    const seen = { 'if-match': `"${updatedAt}"` };
    shop.clock.advance(minute);
    expect((await edit({ issue: 'Stops at night' }, seen)).status).toBe(200);
    shop.clock.advance(minute);
    const counts = await shop.rows.counts();
    const { repair } = await wholeRepair(shop, ticketNumber);
    for (const body of [{ issue: 'Stops by day' }, { isSameDay: true }, {}]) {
      expect((await edit(body, seen)).problem()).toMatchObject({
        status: 412,
        code: 'changed-meanwhile',
        repair,
      });
    }
    expect(await shop.rows.counts()).toEqual(counts);
    expect((await edit({ issue: 'A' }, { 'if-match': `"${repair.updatedAt}"` })).status).toBe(200);
    expect((await edit({ issue: 'B' }, { 'if-match': '*' })).status).toBe(200);
    // Without a version nothing is compared.
    expect((await edit({ issue: 'C' })).status).toBe(200);
  });

  it('is changed in all that an edit asks for, or not at all', async () => {
    const { ticketNumber } = await takeIn(shop);
    await assign(shop, ticketNumber);
    const before = await wholeRepair(shop, ticketNumber);
    const counts = await shop.rows.counts();
    // An assigned repair may be corrected, but its same-day flag may not.
    const problem = await shop.staff.refused('editRepair', {
      params: { ticketNumber },
      body: { watchBrand: 'Tudor', isSameDay: true },
    });
    expect(problem.code).toBe('repair-status');
    expect(await wholeRepair(shop, ticketNumber)).toEqual(before);
    expect(await shop.rows.counts()).toEqual(counts);
  });
});
