import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Input } from '../../../domain/api.ts';
import type { Repair } from '../../../domain/api-answers.ts';
import { useShop } from '../../harness/app.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { readEvents } from '../../harness/event-reader.ts';
import { day, hour, minute } from '../../harness/settable-clock.ts';
import {
  addNote,
  assign,
  complete,
  currentRepair,
  statusesOf,
  stayLoggedIn,
  takeIn,
  wholeRepair,
} from '../../harness/shop-fixtures.ts';
import { csvObjects, exportedFiles } from '../../harness/transfers.ts';

type NewNote = Input<'addNote', 'body'>;
type Numbered = Pick<Repair, 'ticketNumber'>;

const of = ({ ticketNumber }: Numbered) => ({ params: { ticketNumber } });
const iso = (at: number) => new Date(at).toISOString();

describeOnBothEngines('the notes of a ticket', (engine) => {
  const shop = useShop(engine);

  const newNote = (given: Partial<NewNote> = {}): NewNote => ({
    noteId: randomUUID(),
    kind: 'note',
    text: 'Wants the old strap back',
    ...given,
  });
  const add = (repair: Numbered, given: Partial<NewNote> = {}) =>
    shop.staff.attempt('addNote', { ...of(repair), body: newNote(given) });
  const notesOf = async ({ ticketNumber }: Numbered) =>
    (await wholeRepair(shop, ticketNumber)).notes;
  const found = async (q: string) =>
    (await shop.staff.call('listRepairs', { query: { q } })).items.map(
      ({ ticketNumber }) => ticketNumber,
    );

  it('are kept in the order in which they were written, in any status, and cause no text', async () => {
    const repair = await takeIn(shop);
    const { ticketNumber } = repair;
    const first = await add(repair, { text: '  Wife’s watch,\r\nas a gift ' });
    expect(first.status).toBe(201);
    expect(first.json()).toMatchObject({
      note: { kind: 'note', text: 'Wife’s watch,\nas a gift', at: iso(shop.clock.now) },
      repair: { ticketNumber },
    });
    shop.clock.advance(minute);
    const called = await addNote(shop, repair, { kind: 'called-no-answer', text: '' });
    expect(called.text).toBeNull();
    await assign(shop, ticketNumber);
    await complete(shop, ticketNumber);
    const before = (await wholeRepair(shop, ticketNumber)).messages.length;
    shop.clock.advance(minute);
    await addNote(shop, repair, { kind: 'spoke-with', text: 'Comes on Friday' });
    const whole = await wholeRepair(shop, ticketNumber);
    expect(whole.notes.map(({ kind }) => kind)).toEqual(['note', 'called-no-answer', 'spoke-with']);
    expect(whole.messages).toHaveLength(before);
    expect(whole.repair.status).toBe('completed');
    expect(whole.events.filter(({ kind }) => kind === 'note-added')).toHaveLength(3);
  });

  // Only this engine lets other programs store a status of their own.
  if (engine === 'postgres') {
    it('are added even in a status that another program stored', async () => {
      const repair = await takeIn(shop);
      await shop.rows.run(
        'update repair_tickets set status = ? where ticket_number = ?',
        'on-hold',
        repair.ticketNumber,
      );
      expect((await add(repair)).status).toBe(201);
    });
  }

  it('are added once, however often they are sent, and other words are refused', async () => {
    const repair = await takeIn(shop);
    const note = newNote({ kind: 'voicemail' });
    const sent = await Promise.all([1, 2, 3].map(() => add(repair, note)));
    expect(statusesOf(sent)).toEqual([200, 200, 201]);
    expect(await notesOf(repair)).toHaveLength(1);
    for (const other of [{ text: 'Other words' }, { kind: 'note' as const }]) {
      expect((await add(repair, { ...note, ...other })).problem().code).toBe('note-id-taken');
    }
    expect((await add(await takeIn(shop), note)).problem().code).toBe('note-id-taken');
    expect(await notesOf(repair)).toMatchObject([{ kind: 'voicemail', text: note.text }]);
  });

  it('are refused with a sentence if they are too long or empty', async () => {
    const repair = await takeIn(shop);
    const refusals = [
      [{ text: 'x'.repeat(3_000) }, 'Note must be at most 2000 characters'],
      [{ text: ' ' }, 'Please write the note first'],
      [{ text: null }, 'Please write the note first'],
    ] as const;
    for (const [given, message] of refusals) {
      const { code, errors } = (await add(repair, given)).problem();
      expect([code, errors]).toEqual(['validation-failed', [{ path: 'text', message }]]);
    }
    expect(await notesOf(repair)).toEqual([]);
  });

  it('that a browser kept have the time at which they were written, and never one in the future', async () => {
    const repair = await takeIn(shop);
    const takenInAt = shop.clock.now;
    shop.clock.advance(3 * hour);
    const at = async (writtenAt: number) =>
      (await addNote(shop, repair, { writtenAt: iso(writtenAt) })).at;
    expect(await at(takenInAt + hour)).toBe(iso(takenInAt + hour));
    expect(await at(takenInAt + day)).toBe(iso(shop.clock.now));
    expect(await at(takenInAt - day)).toBe(iso(takenInAt));
    expect((await notesOf(repair)).map((note) => note.at)).toEqual(
      [takenInAt, takenInAt + hour, shop.clock.now].map(iso),
    );
  });

  it('are found by a search, and stay found after the watch and the client have changed', async () => {
    const repair = await takeIn(shop);
    const { ticketNumber, clientId } = repair;
    await addNote(shop, repair, {
      text: 'Sapphire crystal reserved at Cousins, call 585 555 0177',
    });
    await addNote(shop, repair, { kind: 'voicemail', text: 'Mailbox of Zebulon' });
    const isFound = async () => {
      for (const q of ['reserved', 'zebulon cousins', '(585) 555-0177']) {
        expect(await found(q)).toEqual([ticketNumber]);
      }
    };
    await isFound();
    await shop.staff.call('editRepair', { ...of(repair), body: { serialNumber: 'SN 5577' } });
    await isFound();
    const { customerEmail: email, customerPhone: phone } = repair;
    const body = { name: 'Ada King', email, phone };
    await shop.staff.call('editClient', { params: { id: clientId }, body });
    await isFound();
    expect(await found('ada king sn5577 zebulon')).toEqual([ticketNumber]);
  });

  it('are sent to every screen as a change to their ticket', async () => {
    const repair = await takeIn(shop);
    const reader = await readEvents(shop.staff);
    await reader.until(1);
    await addNote(shop, repair);
    await reader.until(2);
    reader.close();
    expect(
      reader.changes().map(({ entity, what, ticketNumber }) => [entity, what, ticketNumber]),
    ).toEqual([['repair', 'note-added', repair.ticketNumber]]);
  });

  it('are deleted and restored with their ticket', async () => {
    const repair = await takeIn(shop);
    const { id } = await addNote(shop, repair);
    await shop.staff.call('deleteRepair', of(repair));
    expect((await add(repair)).problem().code).toBe('repair-not-found');
    await shop.staff.call('restoreRepair', of(repair));
    expect(await notesOf(repair)).toMatchObject([{ id }]);
    await shop.staff.call('deleteRepair', of(repair));
    await shop.staff.call('purgeRepair', of(repair));
    expect(await shop.rows.run('select id from notes where id = ?', id)).toEqual([]);
  });

  it('are in the export', async () => {
    const repair = await takeIn(shop);
    const { id } = await addNote(shop, repair, { kind: 'spoke-with', text: '=1+1' });
    const rows = csvObjects((await exportedFiles(shop.staff))['notes.csv'] ?? '');
    expect(rows.find((row) => row['Note ID'] === id)).toEqual({
      'Note ID': id,
      'Ticket number': repair.ticketNumber,
      At: iso(shop.clock.now),
      Kind: 'spoke-with',
      Note: '=1+1',
      Session: expect.any(String),
      Initials: '',
    });
  });

  it('name who wrote them', async () => {
    const { settings } = await shop.staff.call('getSettings');
    const staff = [{ name: 'Maya Brooks', initials: 'MB' }];
    await shop.staff.call('changeSettings', { body: { ...settings, staff } });
    const repair = await takeIn(shop);
    const headers = { 'x-staff-initials': 'MB' };
    const written = await shop.staff.attempt(
      'addNote',
      { ...of(repair), body: newNote() },
      headers,
    );
    expect(written.json()).toMatchObject({ note: { initials: 'MB' } });
    expect(await notesOf(repair)).toMatchObject([{ initials: 'MB' }]);
    const { events } = await wholeRepair(shop, repair.ticketNumber);
    expect(events.at(-1)).toMatchObject({ kind: 'note-added', initials: 'MB' });
    const rows = csvObjects((await exportedFiles(shop.staff))['notes.csv'] ?? '');
    expect(rows.find((row) => row['Ticket number'] === repair.ticketNumber)?.Initials).toBe('MB');
    await shop.staff.call('changeSettings', { body: settings });
  });
});

describe('a note', () => {
  const shop = useShop('sqlite');

  it('counts as activity on its ticket, and does not prevent undoing its completion', async () => {
    const quiet = await takeIn(shop);
    shop.clock.advance(14 * day);
    await stayLoggedIn(shop);
    const cases = async () =>
      (await shop.staff.call('listAttention')).items.map(({ ticketNumber }) => ticketNumber);
    expect(await cases()).toContain(quiet.ticketNumber);
    await addNote(shop, quiet);
    expect(await cases()).not.toContain(quiet.ticketNumber);

    const { ticketNumber } = await takeIn(shop);
    await assign(shop, ticketNumber);
    await complete(shop, ticketNumber, { holdSeconds: 5 });
    shop.clock.advance(1000);
    await addNote(shop, { ticketNumber });
    await shop.staff.call('undoComplete', of({ ticketNumber }));
    expect((await currentRepair(shop, ticketNumber)).status).toBe('assigned');
  });
});
