import { describe, expect, it } from 'vitest';
import type { Repair } from '../../../domain/api-answers.ts';
import { type RunningApp, useShop } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import {
  assign,
  complete,
  currentRepair,
  setPlaces,
  statusesOf,
  takeIn,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';
import { csvObjects, csvText, exportedFiles, importFile } from '../../harness/transfers.ts';

type Numbered = Pick<Repair, 'ticketNumber'>;

const move = (
  shop: RunningApp,
  { ticketNumber }: Numbered,
  place: string | null,
  seenPlace: string | null,
  headers: Record<string, string> = {},
) =>
  shop.staff.attempt(
    'moveRepair',
    { params: { ticketNumber }, body: { place, seenPlace } },
    headers,
  );

const placeOf = async (shop: RunningApp, { ticketNumber }: Numbered) =>
  (await currentRepair(shop, ticketNumber)).place;

describeOnBothEngines('the place of a watch', (engine) => {
  const shop = useShop(engine);

  it('is one of the shop’s places, and changes only by a move', async () => {
    await setPlaces(shop, ['Safe', 'Tray 4']);
    const repair = await takeIn(shop);
    const { ticketNumber } = repair;
    expect(repair.place).toBeNull();
    expect((await move(shop, repair, 'Safe', null)).json()).toMatchObject({
      repair: { place: 'Safe' },
    });
    await assign(shop, ticketNumber);
    await complete(shop, ticketNumber);
    const params = { ticketNumber };
    await shop.staff.call('collectRepair', { params, body: {} });
    expect(await placeOf(shop, repair)).toBe('Safe');
    await move(shop, repair, 'Tray 4', 'Safe');
    await move(shop, repair, null, 'Tray 4');
    const { events } = await wholeRepair(shop, ticketNumber);
    const moves = events.filter(({ kind }) => kind === 'repair-moved').map(({ data }) => data);
    expect(moves).toEqual([
      { before: { place: null }, after: { place: 'Safe' } },
      { before: { place: 'Safe' }, after: { place: 'Tray 4' } },
      { before: { place: 'Tray 4' }, after: { place: null } },
    ]);
  });

  it('is found while the shop has the watch', async () => {
    await setPlaces(shop, ['Tray 4']);
    const repair = await takeIn(shop);
    const { ticketNumber } = repair;
    const found = async () => {
      const query = { q: `tray4 ${ticketNumber}`, view: 'row' as const };
      return (await shop.staff.call('listRepairs', { query })).items.map(({ place }) => place);
    };
    await move(shop, repair, 'Tray 4', null);
    await assign(shop, ticketNumber);
    await complete(shop, ticketNumber);
    expect(await found()).toEqual(['Tray 4']);
    const { repair: left } = await shop.staff.call('collectRepair', {
      params: { ticketNumber },
      body: {},
    });
    expect(await found()).toEqual([]);
    await shop.staff.call('undoCollectRepair', {
      params: { ticketNumber },
      body: { collectedAt: left.collectedAt ?? '' },
    });
    expect(await found()).toEqual(['Tray 4']);
  });

  it('is decided by the first of two; the other is told who moved it where', async () => {
    const { settings } = await shop.staff.call('getSettings');
    const staff = [{ name: 'Maya Brooks', initials: 'MB' }];
    const places = ['Safe', 'Tray 4', 'Window'];
    await shop.staff.call('changeSettings', { body: { ...settings, staff, places } });
    const repair = await takeIn(shop);
    await move(shop, repair, 'Safe', null);
    await move(shop, repair, 'Tray 4', 'Safe', { 'x-staff-initials': 'MB' });
    const late = await move(shop, repair, 'Window', 'Safe');
    expect(late.status).toBe(409);
    expect(late.problem()).toMatchObject({
      code: 'moved-meanwhile',
      detail: 'MB moved it from Safe to Tray 4 first. Nothing was changed.',
      repair: { place: 'Tray 4' },
    });
    const both = await Promise.all([
      move(shop, repair, 'Safe', 'Tray 4'),
      move(shop, repair, 'Window', 'Tray 4'),
    ]);
    expect(statusesOf(both)).toEqual([200, 409]);
  });

  it('does not change if the watch is there already, no matter what was seen', async () => {
    await setPlaces(shop, ['Safe']);
    const repair = await takeIn(shop);
    await move(shop, repair, 'Safe', null);
    const before = await wholeRepair(shop, repair.ticketNumber);
    for (const seen of [null, 'Safe', 'Tray 4']) {
      expect((await move(shop, repair, 'Safe', seen)).status).toBe(200);
    }
    expect(await wholeRepair(shop, repair.ticketNumber)).toEqual(before);
  });

  it('stays readable if the place is taken out of the list, and a move can be undone', async () => {
    await setPlaces(shop, ['Safe', 'Tray 4']);
    const repair = await takeIn(shop);
    await move(shop, repair, 'Tray 4', null);
    await setPlaces(shop, ['Safe']);
    expect(await placeOf(shop, repair)).toBe('Tray 4');
    await move(shop, repair, 'Safe', 'Tray 4');
    expect((await move(shop, repair, 'Tray 4', 'Safe')).status).toBe(200);
    await move(shop, repair, 'Safe', 'Tray 4');
    await move(shop, repair, null, 'Safe');
    const { errors } = (await move(shop, repair, 'Tray 4', null)).problem();
    expect(errors).toEqual([{ path: 'place', message: 'Tray 4 is not one of the shop’s places' }]);
    expect(await placeOf(shop, repair)).toBeNull();
  });

  it('is in the export', async () => {
    await setPlaces(shop, ['Safe']);
    const repair = await takeIn(shop, { secondContact: 'Grace', secondPhone: '(585) 555-0142' });
    await move(shop, repair, 'Safe', null);
    const rows = csvObjects((await exportedFiles(shop.staff))['repairs.csv'] ?? '');
    expect(rows.find((row) => row['Ticket number'] === repair.ticketNumber)).toMatchObject({
      Place: 'Safe',
      'Second contact': 'Grace',
      'Second phone': '(585) 555-0142',
    });
  });

  it('is imported, and found unless the watch was picked up', async () => {
    const row = (ticketNumber: string, status: string, pickedUp: string) => [
      ...[ticketNumber, 'Ada King', 'ada.king@mail.example', '(212) 555-0123', 'Omega', 'De Ville'],
      ...['Stops', status, pickedUp, 'Cellar'],
    ];
    const columns =
      'Ticket number,Customer name,Email,Phone,Brand,Model,Issue,Status,Picked up,Place';
    const file = csvText(
      columns.split(','),
      row('WH271828AAA', 'pending', ''),
      row('WH271828BBB', 'completed', 'yes'),
    );
    expect(await importFile(shop.staff, 'repairs', file)).toMatchObject({ added: 2 });
    for (const ticketNumber of ['WH271828AAA', 'WH271828BBB']) {
      expect(await placeOf(shop, { ticketNumber })).toBe('Cellar');
    }
    const { items } = await shop.staff.call('listRepairs', { query: { q: 'cellar' } });
    expect(items.map(({ ticketNumber }) => ticketNumber)).toEqual(['WH271828AAA']);
  });
});

describe('the second contact', () => {
  const shop = useShop('sqlite');

  it('is for calling only: a search finds it, but it is never texted or taken for the customer’s', async () => {
    const other = await takeIn(shop);
    const secondPhone = '(585) 555-0188';
    const repair = await takeIn(shop, { secondContact: 'Zebulon', secondPhone });
    const search = async (q: string) =>
      (await shop.staff.call('listRepairs', { query: { q } })).items.map(
        ({ ticketNumber }) => ticketNumber,
      );
    expect(await search('zebulon')).toEqual([repair.ticketNumber]);
    expect(await search('5855550188')).toEqual([repair.ticketNumber]);
    expect(repair.clientId).not.toBe(other.clientId);
    expect(await shop.rows.run("select phone from phones where phone like '%5855550188'")).toEqual(
      [],
    );
    await shop.staff.call('simulateReply', { body: { from: secondPhone, body: 'Is it ready?' } });
    const { messages } = await wholeRepair(shop, repair.ticketNumber);
    expect(messages.map(({ kind }) => kind)).toEqual(['created']);
    const third = await takeIn(shop, { customerPhone: secondPhone });
    expect(third.clientId).not.toBe(repair.clientId);
  });

  it('is refused if it is not a phone number', async () => {
    const { ticketNumber } = await takeIn(shop);
    const body = { secondPhone: 'ask Ada' };
    const answer = await shop.staff.attempt('editRepair', { params: { ticketNumber }, body });
    expect(answer.problem().errors).toEqual([
      { path: 'secondPhone', message: 'Please enter a valid phone number' },
    ]);
  });
});
